import { setTimeout as delay } from 'node:timers/promises';
import { Disturbed } from '../disturbed';
import { type Fleet, RECEIVERS } from './fleet';
import type { MeasuredRide } from './rides';

/** The time between two positions of a driver: over a second, because the product forwards at most one per second. */
const PERIOD_MS = 1_250;
const TICK_MS = 4;
/** Positions are distinguished by their heading, in thousandths of a degree. */
const HEADINGS = 360_000;
const HEADING = '"heading":';

/** The traffic in a window of time: positions sent and received, and the latencies (ms) of the received ones. */
export interface Window {
  sent: number;
  delivered: number;
  latencies: number[];
}

/** The driver's next position on a small circle, at some five metres a second. */
function fixOf({ bookingId, lat, lng }: MeasuredRide, turn: number, heading: number): object {
  const [north, east] = [Math.sin(turn / 16) * 0.001, Math.cos(turn / 16) * 0.001];
  return {
    booking_id: bookingId,
    lat: Number((lat + north).toFixed(6)),
    lng: Number((lng + east).toFixed(6)),
    heading,
    speed: 5.6,
    accuracy: 8,
    recorded_at: new Date().toISOString(),
  };
}

/** Drivers that send their positions to several servers at the same time: the same load for each. */
export class Traffic {
  readonly #fleets: readonly Fleet[];
  readonly #rides: readonly MeasuredRide[];
  readonly #sentAt = new Float64Array(HEADINGS);
  #windows: Window[] = [];
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(fleets: readonly Fleet[], rides: readonly MeasuredRide[]) {
    this.#fleets = fleets;
    this.#rides = rides;
    this.#reset();
    for (const [at, fleet] of fleets.entries()) fleet.onPosition = (message) => this.#arrived(at, message);
  }

  #reset(): void {
    this.#windows = this.#fleets.map(() => ({ sent: 0, delivered: 0, latencies: [] }));
  }

  #arrived(at: number, message: Buffer): void {
    const now = performance.now();
    const window = this.#windows[at];
    if (!window) return;
    const from = message.indexOf(HEADING) + HEADING.length;
    const heading = Math.round(Number.parseFloat(message.toString('latin1', from, from + 8)) * 1_000);
    window.delivered += 1;
    window.latencies.push(now - (this.#sentAt[heading] ?? now));
  }

  #sendNext(): void {
    const [turn, nth] = [Math.floor(this.#count / this.#rides.length), this.#count % this.#rides.length];
    const ride = this.#rides[nth];
    if (!ride) return;
    const number = this.#count % HEADINGS;
    const fix = fixOf(ride, turn, number / 1_000);
    this.#sentAt[number] = performance.now();
    // The servers take turns at being first, because the core is already awake for the later ones.
    for (let n = 0; n < this.#fleets.length; n++) {
      const at = (n + this.#count) % this.#fleets.length;
      const window = this.#windows[at];
      if (window) window.sent += 1;
      this.#fleets[at]?.send(nth, fix);
    }
    this.#count += 1;
  }

  /** Starts to send: each driver once in every period, all drivers spread over the period. */
  start(): void {
    const began = performance.now();
    const gap = PERIOD_MS / this.#rides.length;
    this.#timer = setInterval(() => {
      while (this.#count * gap < performance.now() - began) this.#sendNext();
    }, TICK_MS);
  }

  /**
   * What is sent and received in the next seconds, for each fleet. Without `mayLose` it throws `Disturbed` if a server
   * loses more than a tenth of the positions, which happens when a busy machine gives up connections.
   */
  async during(seconds: number, mayLose = false): Promise<Window[]> {
    this.#reset();
    await delay(seconds * 1_000);
    const windows = this.#windows;
    this.#reset();
    if (!mayLose && windows.some(({ sent, delivered }) => delivered < 0.9 * sent * RECEIVERS)) {
      this.stop();
      throw new Disturbed('positions were lost, as on a machine that is too busy');
    }
    return windows;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
