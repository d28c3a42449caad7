import { setTimeout as delay } from 'node:timers/promises';
import { apiAt } from '../../server/src/testing/app';
import { DEFAULT_CENTER, POSITION_INTERVAL_MS } from '../../shared/src/core/constants';
import type { Account } from '../accounts';
import { bytesOf, HttpLink } from '../http-link';
import { type HubLink, IGNORED, openHubLink } from '../hub-link';
import { nextEvent } from '../screens/hubs';
import { type PolledParts, type PushedParts, QUOTES } from './script';

/** The number of positions whose bytes are counted. */
const POSITIONS = 16;
/** A ping and its answer: a frame of three bytes, and one of seven with its mask. */
const PING_BYTES = 10;
/** The time to wait after a change, until everything that it causes, such as a notification, has arrived. */
const SETTLE_MS = 300;

/** The bytes and latencies of following one ride. */
export interface Followed {
  pushed: PushedParts;
  polled: PolledParts;
  /** Milliseconds from each position of the driver to the customer. */
  latencies: number[];
}

/** The headers that a browser sends with a call of the app. */
const BROWSER = {
  'User-Agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
  Accept: '*/*',
  'Accept-Language': 'en-IN,en;q=0.9,hi;q=0.8',
  'Accept-Encoding': 'gzip, deflate, br',
  'Sec-Fetch-Dest': 'empty',
  'Sec-Fetch-Mode': 'cors',
  'Sec-Fetch-Site': 'same-origin',
};

const route = {
  pickup_location: 'Connaught Place, New Delhi',
  pickup_lat: DEFAULT_CENTER.lat,
  pickup_lng: DEFAULT_CENTER.lng,
  drop_location: 'Hauz Khas, New Delhi',
  drop_lat: DEFAULT_CENTER.lat - 0.06,
  drop_lng: DEFAULT_CENTER.lng - 0.02,
};

/** Follows one ride from its request to its end, by pushes and by polls at the same time, and counts the bytes of both. */
export class RideClient {
  readonly #url: string;
  readonly #customer: Account;
  readonly #drivers: readonly Account[];

  constructor(url: string, customer: Account, drivers: readonly Account[]) {
    this.#url = url;
    this.#customer = customer;
    this.#drivers = drivers;
  }

  /** Makes a call that moves the ride on; its bytes are not counted. Throws if it is refused. */
  async #act(token: string | undefined, method: string, path: string, body?: object): Promise<string> {
    const answer = await apiAt(this.#url).request<{ id: string }>(method, path, { token, body });
    if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  }

  /** The bytes of one poll. */
  async #poll(http: HttpLink, path: string): Promise<number> {
    const call = bytesOf({ method: 'GET', path: `/api${path}`, token: this.#customer.token, headers: BROWSER });
    const answer = await http.call(call);
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
    return call.length + answer.bytes;
  }

  async follow(): Promise<Followed> {
    const http = await HttpLink.open(this.#url);
    const hub = await openHubLink(this.#url, { token: this.#customer.token });
    const bytes = () => hub.link.bytes.received + hub.link.bytes.sent;
    const rideId = await this.#act(this.#customer.token, 'POST', '/rides/request', route);
    await hub.ask('ride:watch', { ride_request_id: rideId });
    const watched = bytes();
    let quotes = await this.#poll(http, `/quotes/ride/${rideId}`);
    const ids: string[] = [];
    for (const { token } of this.#drivers.slice(0, QUOTES)) {
      ids.push(await this.#act(token, 'POST', '/quotes/create', { ride_request_id: rideId, price: 240 + ids.length }));
      quotes += await this.#poll(http, `/quotes/ride/${rideId}`);
    }
    const booking = { quote_id: ids[0], payment_method: 'cash' };
    const bookingId = await this.#act(this.#customer.token, 'POST', '/bookings/create', booking);
    const beforeWatch = bytes();
    await hub.ask('booking:watch', { booking_id: bookingId });
    const watch = bytes() - beforeWatch;
    const [driver] = this.#drivers;
    const step = (status: string) => this.#act(driver?.token, 'PUT', `/bookings/${bookingId}/status?status=${status}`);
    await step('accepted');
    await step('in_progress');
    await delay(SETTLE_MS);
    const beforePositions = bytes();
    const latencies = await this.#drive(hub, bookingId);
    const positions = bytes() - beforePositions;
    const polledBooking = await this.#poll(http, `/bookings/${bookingId}`);
    await step('completed');
    await delay(SETTLE_MS);
    const changes = bytes() - watched - watch - positions;
    hub.link.close();
    http.close();
    return {
      pushed: { open: watched + watch, changes, position: positions / POSITIONS, ping: PING_BYTES },
      polled: { quotes: quotes / (QUOTES + 1), booking: polledBooking },
      latencies,
    };
  }

  /** Sends the driver's positions, one a second. */
  async #drive(screen: HubLink, bookingId: string): Promise<number[]> {
    const phone = await openHubLink(this.#url, { token: this.#drivers[0]?.token });
    const latencies: number[] = [];
    for (let nth = 0; nth < POSITIONS; nth++) {
      const lat = Number((route.pickup_lat - nth * 0.0001).toFixed(6));
      const place = { lat, lng: route.pickup_lng, heading: 180, speed: 11.1, accuracy: 8 };
      const seen = nextEvent(screen, 'booking:location', `"lat":${lat},`);
      const from = performance.now();
      phone.emit('booking:location', { booking_id: bookingId, ...place, recorded_at: new Date() }, IGNORED);
      await seen;
      latencies.push(performance.now() - from);
      await delay(POSITION_INTERVAL_MS + 50);
    }
    phone.link.close();
    return latencies;
  }
}
