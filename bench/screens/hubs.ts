import { type HubLink, openHubLink } from '../hub-link';
import { together } from '../together';

/** The sockets of a town at one server, customers and drivers by their number. */
export interface Hubs {
  customers: HubLink[];
  drivers: HubLink[];
  close(): void;
}

/** Connects `count` customers and as many drivers; `authOf` gives what each sends to sign in. */
export async function openHubs(
  url: string,
  count: number,
  authOf: (side: 'customers' | 'drivers', nth: number) => object,
): Promise<Hubs> {
  const customers = await together(count, (nth) => openHubLink(url, authOf('customers', nth)));
  const drivers = await together(count, (nth) => openHubLink(url, authOf('drivers', nth)));
  return {
    customers,
    drivers,
    close() {
      for (const { link } of [...customers, ...drivers]) link.close();
    },
  };
}

const WAIT_MS = 10_000;

/** Resolves with the next event of a socket that contains all of these texts. Rejects after ten seconds. */
export function nextEvent(hub: HubLink, ...texts: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no event has come with ${texts.join(', ')}`)), WAIT_MS);
    hub.onEvent = (packet) => {
      if (!texts.every((text) => packet.includes(text))) return;
      clearTimeout(timer);
      hub.onEvent = () => undefined;
      resolve(packet);
    };
  });
}
