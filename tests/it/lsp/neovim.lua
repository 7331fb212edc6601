-- Runs in headless Neovim, with the document in the current buffer: starts the server, asks it, and prints the answers.
local function finish(text)
  if text then io.stderr:write(text .. "\n") end
  vim.cmd("qall!")
end
local function say(text) io.stderr:write(text .. "\n") end

local id = vim.lsp.start_client({ name = "threefold", cmd = { vim.env.THREEFOLD, "lsp" }, root_dir = vim.fn.getcwd() })
if not id then return finish("the server does not start") end
vim.lsp.buf_attach_client(0, id)

local function wait(what, test)
  if not vim.wait(60000, test, 20) then finish("no answer: " .. what) end
end
local function ask(method, line, column)
  local params = { textDocument = vim.lsp.util.make_text_document_params(0), position = { line = line, character = column } }
  local answers = vim.lsp.buf_request_sync(0, method, params, 60000)
  return answers and answers[id] and answers[id].result
end

wait("findings", function() return #vim.diagnostic.get(0) > 0 end)
local finding = vim.diagnostic.get(0)[1]
say(string.format("finding %d:%d %s", finding.lnum + 1, finding.col + 1, finding.code or finding.user_data.lsp.code))

local hover = ask("textDocument/hover", 4, 1)
say("hover " .. tostring(hover.contents.value:find("What happens when the outcome occurs", 1, true) ~= nil))

local has_word = false
for _, item in ipairs(ask("textDocument/completion", 4, 9).items) do has_word = has_word or item.label == "eliminate" end
say("completion " .. tostring(has_word))

local target = ask("textDocument/definition", 3, 30)
say(string.format("definition %s:%d", vim.fn.fnamemodify(vim.uri_to_fname(target.uri), ":t"), target.range.start.line + 1))

vim.api.nvim_buf_set_lines(0, 4, 5, false, { 'then = "end"' })
wait("corrected findings", function() return #vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }) == 0 end)
say("corrected " .. #vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }))
finish()
