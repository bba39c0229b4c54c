/** Where others find this server. A page that was opened on the server's own machine has an address nobody else can use. */
import { api } from "./api";

const LOOPBACK = /^(localhost|127\.|\[::1\])/;

export interface Link {
  address: string;
  /** Whether it leads anywhere from another device. */
  reachable: boolean;
}

export async function linkTo(path: string): Promise<Link> {
  if (!LOOPBACK.test(location.hostname)) return { address: location.origin + path, reachable: true };
  const { addresses } = await api.house().catch(() => ({ addresses: [] as string[] }));
  const found = addresses[0];
  return { address: (found ?? location.origin) + path, reachable: found !== undefined };
}
