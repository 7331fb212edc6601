// The real program as the server of the page.
//
// Input: the path of the program and a folder. Output: an address, requests, and a sudden stop. It
// does not know the browser.

import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { until } from "./check.mjs";

/** Returns a port on which nothing listens. */
async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

export class Server {
  /** Starts the program. Games are stored in `folder`. */
  static async start(program, folder, variant = []) {
    const server = new Server();
    Object.assign(server, { program, folder, variant, port: await freePort() });
    await server.begin();
    return server;
  }

  get address() {
    return `http://127.0.0.1:${this.port}`;
  }

  async begin() {
    const given = ["serve", ...this.variant, "--port", String(this.port), "--games", `${this.folder}/games`];
    this.said = "";
    this.child = spawn(this.program, given, { cwd: this.folder, stdio: ["ignore", "pipe", "pipe"] });
    const hear = (text) => (this.said += text);
    this.child.stdout.on("data", hear);
    this.child.stderr.on("data", hear);
    this.gone = new Promise((done) => this.child.on("exit", done));
    await until(
      async () => {
        if (this.child.exitCode !== null) throw new Error(`it ended: ${this.said}`);
        return (await fetch(`${this.address}/api/variants`)).ok;
      },
      `the server answers at ${this.address}`,
      30,
    );
  }

  /** Kills the program without warning, as a power failure would. */
  async kill() {
    this.child.kill("SIGKILL");
    await this.gone;
  }

  async get(path) {
    const answer = await fetch(this.address + path);
    return answer.headers.get("content-type")?.includes("json") ? answer.json() : answer.text();
  }

  async post(path, body) {
    const headers = { "content-type": "application/json", origin: this.address };
    const answer = await fetch(this.address + path, { method: "POST", headers, body: JSON.stringify(body) });
    return answer.json();
  }
}
