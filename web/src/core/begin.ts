/** A table against bots, at once. */
import { api } from "./api";
import { GAMES, type Level } from "./games";
import { introduce } from "./me.svelte";
import { go } from "./router.svelte";

export async function playAgainst(game: string, level: Level): Promise<void> {
  const offer = GAMES.find((one) => one.id === game) ?? GAMES[0]!;
  await introduce();
  const options = Object.fromEntries(offer.options.map((option) => [option.name, option.usual]));
  const bots = Array.from({ length: offer.players(options) - 1 }, () => ({ who: "bot" as const, level }));
  const made = await api.create({ game: offer.id, options, seats: [{ who: "me" }, ...bots], listed: false });
  const event = await api.look(made.table);
  if (event.state === "open") await api.ask(made.table, { type: "start" });
  go(`/table/${made.table}`);
}
