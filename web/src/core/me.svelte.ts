/** Who plays on this device. Nobody has to say a name before the first game. */
import { Refusal, api } from "./api";
import { t } from "./i18n.svelte";

const current = $state({ guest: "", name: "", asked: false });

export const me = current;

export async function meet(): Promise<void> {
  if (current.asked) return;
  try {
    const found = await api.me();
    current.guest = found.guest;
    current.name = found.name;
    current.asked = true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    current.asked = true;
  }
}

/** Make sure the server knows somebody, under the given name or a plain one. */
export async function introduce(name = ""): Promise<void> {
  await meet();
  if (current.guest) return;
  const made = await api.guest(name.trim() || t("me.guest"));
  current.guest = made.guest;
  current.name = made.name;
}
