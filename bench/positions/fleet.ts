import { type HubLink, IGNORED, openHubLink } from '../hub-link';
import { Link } from '../link';
import { together } from '../together';
import type { MeasuredRide } from './rides';

/** The number of receivers of each driver's positions. */
export const RECEIVERS = 2;

/** The drivers of one server, with the receivers of their positions. */
export interface Fleet {
  /** Sends a position of the `nth` driver. */
  send(nth: number, position: object): void;
  /** Called with each received message that contains a position. */
  onPosition: (message: Buffer) => void;
  close(): void;
}

const EVENT = 'booking:location';

/** Passes the positions that a connection receives to its fleet. */
function listening(fleet: Fleet, hub: HubLink): void {
  hub.onEvent = (packet) => {
    if (packet.includes(EVENT)) fleet.onPosition(packet);
  };
}

/** Opens the fleet of the product: drivers request acknowledgements, as the app does, and customers watch their rides. */
export async function openProductFleet(url: string, rides: readonly MeasuredRide[]): Promise<Fleet> {
  const drivers = await together(rides.length, (nth) => openHubLink(url, { token: rides[nth]?.driver.token }));
  const receivers = await together(rides.length * RECEIVERS, async (nth) => {
    const ride = rides[nth % rides.length];
    const hub = await openHubLink(url, { token: ride?.customer.token });
    const answer = await hub.ask('booking:watch', { booking_id: ride?.bookingId });
    if (typeof answer !== 'object' || answer === null || Reflect.get(answer, 'ok') !== true)
      throw new Error(`a ride cannot be watched: ${JSON.stringify(answer)}`);
    return hub;
  });
  const fleet: Fleet = {
    send: (nth, position) => drivers[nth]?.emit(EVENT, position, IGNORED),
    onPosition: () => undefined,
    close: () => closeAll([...drivers, ...receivers]),
  };
  for (const hub of receivers) listening(fleet, hub);
  return fleet;
}

/** Opens a fleet at a bare Socket.IO relay; with `acknowledged` its drivers request acknowledgements, too. */
export async function openRelayFleet(
  url: string,
  rides: readonly MeasuredRide[],
  acknowledged: boolean,
): Promise<Fleet> {
  const drivers = await together(rides.length, () => openHubLink(url, {}));
  const receivers = await together(rides.length * RECEIVERS, async (nth) => {
    const hub = await openHubLink(url, {});
    await hub.ask('join', { rooms: [rides[nth % rides.length]?.bookingId] });
    return hub;
  });
  const fleet: Fleet = {
    send: (nth, position) => drivers[nth]?.emit(EVENT, position, acknowledged ? IGNORED : undefined),
    onPosition: () => undefined,
    close: () => closeAll([...drivers, ...receivers]),
  };
  for (const hub of receivers) listening(fleet, hub);
  return fleet;
}

/** Opens a fleet at a bare `ws` relay. */
export async function openWsFleet(url: string, rides: readonly MeasuredRide[]): Promise<Fleet> {
  const drivers = await together(rides.length, () => Link.open(url, '/', () => undefined));
  const receivers = await together(rides.length * RECEIVERS, async (nth) => {
    const link = await Link.open(url, '/', () => undefined);
    link.send(JSON.stringify(['join', { rooms: [rides[nth % rides.length]?.bookingId] }]));
    return link;
  });
  const fleet: Fleet = {
    send: (nth, position) => drivers[nth]?.send(JSON.stringify([EVENT, position])),
    onPosition: () => undefined,
    close() {
      for (const link of [...drivers, ...receivers]) link.close();
    },
  };
  for (const link of receivers) link.received = (message) => fleet.onPosition(message);
  return fleet;
}

function closeAll(hubs: readonly HubLink[]): void {
  for (const { link } of hubs) link.close();
}
