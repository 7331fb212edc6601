// The real program as the server of the page.
//
// Input: the path of the program and a folder. Output: an address, requests, and a sudden stop. It
// does not know the browser.

import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { until } from "./check.mjs";

/** Returns a port that is not in use. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export class Server {
  /** Starts the program. Games are stored in `folder`. */
  static async start(program, folder, variant = []) {
    const server = new Server();
    Object.assign(server, { program, folder, variant, port: await freePort() });
    await server.launch();
    return server;
  }

  get address() {
    return `http://127.0.0.1:${this.port}`;
  }

  async launch() {
    const args = ["serve", ...this.variant, "--port", String(this.port), "--games", `${this.folder}/games`];
    this.output = "";
    this.child = spawn(this.program, args, { cwd: this.folder, stdio: ["ignore", "pipe", "pipe"] });
    const collect = (text) => (this.output += text);
    this.child.stdout.on("data", collect);
    this.child.stderr.on("data", collect);
    this.exited = new Promise((resolve) => this.child.on("exit", resolve));
    await until(
      async () => {
        if (this.child.exitCode !== null) throw new Error(`the server exited: ${this.output}`);
        return (await fetch(`${this.address}/api/variants`)).ok;
      },
      `the server answers at ${this.address}`,
      30,
    );
  }

  /** Kills the program without warning, as a power failure would. */
  async kill() {
    this.child.kill("SIGKILL");
    await this.exited;
  }

  async get(path) {
    const response = await fetch(this.address + path);
    return response.headers.get("content-type")?.includes("json") ? response.json() : response.text();
  }

  async post(path, body) {
    const headers = { "content-type": "application/json", origin: this.address };
    const response = await fetch(this.address + path, { method: "POST", headers, body: JSON.stringify(body) });
    return response.json();
  }
}
