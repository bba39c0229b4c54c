import { beforeEach, expect, test, vi } from "vitest";
import { Browser, Server, settle } from "./browser.ts";

let server: Server;
let browser: Browser;
beforeEach(() => {
  vi.useFakeTimers();
  server = new Server();
  browser = new Browser(server);
});

async function happens(...tables: string[]): Promise<void> {
  for (const table of tables) server.happen(table);
  await settle();
}

test("tabs share one stream, and each is told of its own table", async () => {
  const [one, two] = [await browser.open("A"), await browser.open("B")];
  await happens("A", "B", "A");
  expect(one.told).toEqual(["A:1", "A:2", "A:3"]);
  expect(two.told).toEqual(["B:1", "B:2"]);
  expect([one.link, two.link]).toEqual(["live", "live"]);
  expect(server.streams.length).toBe(1);
});

test("a second tab at a table gets the whole view; the first misses nothing meanwhile and is told nothing twice", async () => {
  const one = await browser.open("A");
  await happens("A", "A");
  server.meanwhile = () => server.happen("A");
  const two = await browser.open("A");
  expect(two.told).toEqual(["A:3", "A:4"]);
  expect(one.told).toEqual(["A:1", "A:2", "A:3", "A:4"]);
});

test("another tab takes up where the one that listened was closed", async () => {
  const [one, two, three] = [await browser.open("A"), await browser.open("B"), await browser.open("B")];
  server.meanwhile = () => server.happen("B");
  await browser.close(one);
  server.meanwhile = () => {};
  await happens("B");
  expect(two.told).toEqual(two.told.map((_, i) => `B:${i + 1}`));
  expect(three.told).toEqual(two.told);
  expect(server.tables).toEqual(["B"]);
});

test("what a tab no longer wants is no longer asked for, whether it said so or crashed", async () => {
  const [one, two] = [await browser.open(), await browser.open("A")];
  const stop = one.listen("B");
  await settle();
  expect(server.tables).toEqual(["A", "B"]);
  stop();
  await settle();
  expect(server.tables).toEqual(["A"]);
  await browser.close(two);
  expect(server.tables).toEqual([]);
});

test("a crowd of tabs opens no crowd of streams", async () => {
  const tabs = [];
  for (let i = 0; i < 12; i++) tabs.push(await browser.open(`T${i}`));
  const before = server.opened;
  await browser.close(tabs[0]!);
  expect(server.tables.length).toBe(11);
  expect(server.opened - before).toBeLessThan(4);
});

test("a tab that is looked at takes over when the one that listens has fallen asleep, which is told all when it wakes", async () => {
  const [one, two] = [await browser.open("A"), await browser.open("A")];
  one.life.sleep();
  one.visible = false;
  await happens("A");
  expect(two.told).toEqual(["A:1"]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(two.told).toEqual(["A:1", "A:2"]);
  await happens("A");
  one.life.wake();
  await settle();
  await happens("A");
  expect(two.told).toEqual(["A:1", "A:2", "A:3", "A:4"]);
  expect(one.told).toEqual(two.told);
  expect(server.streams.length).toBe(1);
});

test("at once if somebody turns to it, never if nobody looks", async () => {
  const [one, two] = [await browser.open("A"), await browser.open("A")];
  two.visible = false;
  one.life.sleep();
  await happens("A");
  await vi.advanceTimersByTimeAsync(100_000);
  expect(two.told).toEqual(["A:1"]);
  two.visible = true;
  two.tab.look();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(two.told).toEqual(["A:1", "A:2"]);
});

test("a server with nothing to tell is not taken for a tab that sleeps", async () => {
  await browser.open("A");
  await browser.open("A");
  const before = server.opened;
  for (let i = 0; i < 10; i++) {
    await vi.advanceTimersByTimeAsync(15_000);
    server.pulse();
  }
  expect(server.opened).toBe(before);
});

test("a tab that slept is told what it missed when somebody turns to it", async () => {
  const [, two] = [await browser.open("A"), await browser.open("A")];
  two.life.sleep();
  await happens("A", "A");
  two.life.wake();
  two.tab.look();
  await settle();
  expect(two.told).toEqual(["A:1", "A:2", "A:3"]);
});

test("every tab knows whether the server can be reached", async () => {
  server.up = false;
  const [one, two] = [await browser.open("A"), await browser.open("B")];
  expect([one.link, two.link]).toEqual(["lost", "lost"]);
  server.up = true;
  two.tab.look();
  await settle();
  expect([one.link, two.link]).toEqual(["live", "live"]);
});

test("who listens anew as another guest is shown nothing that the one before could see", async () => {
  const [one, two] = [await browser.open("A"), await browser.open()];
  const stop = two.listen("A");
  await settle();
  server.guest = "Ben";
  stop();
  two.listen("A");
  server.happen("A"); // on its way through the stream of Ada
  await happens("A");
  expect(two.told).toEqual(["A:1", "A:1 Ben", "A:2 Ben", "A:3 Ben"]);
  expect(one.told.map((event) => event.slice(0, 3))).toEqual(["A:1", "A:2", "A:3"]);
});

test("one that slept while another took over is not believed: its stream may be that of another guest", async () => {
  const [one, two] = [await browser.open("A"), await browser.open("A")];
  const late = vi.spyOn(two.channel, "onmessage");
  await happens("A");
  const [{ data }] = late.mock.lastCall!;
  one.life.sleep();
  server.guest = "Ben";
  await vi.advanceTimersByTimeAsync(20_000);
  two.channel.onmessage({ data: { ...data, event: { ...data.event, seq: 3 } } } as MessageEvent);
  await happens("A");
  expect(two.told).toEqual(["A:1", "A:2", "A:3 Ben"]);
});

test("with more tables than a stream serves those that were turned to last are told, and the others know that they are not", async () => {
  const tabs = [];
  for (let i = 0; i < 33; i++) tabs.push(await browser.open(`T${i}`));
  expect(tabs.map(({ link }) => link)).toEqual(["lost", ...Array<string>(32).fill("live")]);
  tabs[0]!.tab.look();
  await settle();
  expect(tabs.map(({ link }) => link)).toEqual(["live", "lost", ...Array<string>(31).fill("live")]);
});
