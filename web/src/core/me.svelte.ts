/** Who plays on this device. Nobody has to say a name before the first game. */
import { Refusal, api } from "./api";
import { t } from "./i18n.svelte";
import type { Me } from "../protocol";

const current = $state({ guest: "", name: "", asked: false });

export const me = current;

export function become({ guest, name }: Pick<Me, "guest" | "name">): void {
  Object.assign(current, { guest, name, asked: true });
}

export async function meet(): Promise<void> {
  if (current.asked) return;
  try {
    become(await api.me());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    current.asked = true;
  }
}

/** Make sure the server knows somebody, under the given name or a plain one. */
export async function introduce(name = ""): Promise<void> {
  await meet();
  if (!current.guest) become(await api.guest(name.trim() || t("me.guest")));
}

/** The server forgets whoever played here. */
export async function forget(): Promise<void> {
  await api.forget();
  become({ guest: "", name: "" });
}
