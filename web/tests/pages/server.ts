/** `incognita serve` with a database of its own. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = new URL("../../..", import.meta.url).pathname;

export class Server {
  origin = "";
  private process!: ChildProcess;
  private port = "0";
  private readonly database = `sqlite:///${join(mkdtempSync(join(tmpdir(), "incognita-")), "house.db")}`;

  static async open(): Promise<Server> {
    const server = new Server();
    await server.serve();
    return server;
  }
  /** Again at the same port, if it was there before. */
  async serve(): Promise<void> {
    this.process = spawn(join(ROOT, ".venv/bin/incognita"), ["serve", "--port", this.port, "--database", this.database, "--bots", "1"], { stdio: ["ignore", "ignore", "pipe"] });
    this.origin = await this.told();
    this.port = this.origin.split(":").at(-1)!;
    while (!(await fetch(`${this.origin}/health`).catch(() => null))?.ok) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  /** Where it says it is. */
  private told(): Promise<string> {
    return new Promise((resolve, reject) => {
      let said = "";
      this.process.stderr!.on("data", (data: Buffer) => {
        const found = /http:\/\/[\d.]+:\d+/.exec((said += data.toString()));
        if (found) resolve(found[0]);
      });
      this.process.on("exit", () => reject(new Error(said)));
    });
  }
  kill(): Promise<void> {
    return new Promise((resolve) => {
      this.process.on("exit", () => resolve());
      this.process.kill("SIGKILL");
    });
  }
}
