import { setAvailability } from '@boli/shared/drivers/drivers.endpoints';
import { findRoute, searchPlaces } from '@boli/shared/geo/geo.endpoints';
import type { FoundPlace } from '@boli/shared/geo/geo.schema';
import { decodePolyline } from '@boli/shared/geo/polyline';
import { createRide } from '@boli/shared/rides/rides.endpoints';
import { sendLocation } from '@boli/shared/tracking/tracking.endpoints';
import type { Page } from '@playwright/test';
import { picturesOf } from '../../demo/avatars';
import type { Account, Api } from './api';
import { readyMap } from './map';
import { bookingAt, type Screen } from './screen';

/** The search texts for places in Chandigarh: the first result is used. */
const PLACES = {
  bus: 'ISBT Sector 17',
  station: 'Railway Station',
  mall: 'Elante Mall',
  hospital: 'PGI Chandigarh',
} as const;
type Places = Record<keyof typeof PLACES, FoundPlace>;

async function placesOf(api: Api, as: Account): Promise<Places> {
  const found = await Promise.all(
    Object.entries(PLACES).map(async ([name, q]) => {
      const [place] = (await api.call(searchPlaces, { as, query: { q, lat: '30.735', lng: '76.78' } })).places;
      if (!place) throw new Error(`the city has no ${q}`);
      return [name, place] as const;
    }),
  );
  return Object.fromEntries(found) as Places;
}

const wordsOf = ({ name, detail }: FoundPlace) => [name, detail].filter(Boolean).join(', ');

/** The offsets of the drivers from the pickup of the open request, in degrees north and east. */
const AWAY = [
  [0.006, 0.004],
  [-0.004, 0.007],
  [0.011, -0.009],
] as const;

/** The centre of Chandigarh: the position of the browser in every picture. */
export const inCity = { latitude: 30.7352, longitude: 76.7822 } as const;

/** Creates people and rides in Chandigarh: an open request with quotes, a ride in progress, and one that has ended. */
export async function townInCity(api: Api) {
  const [asha, newcomer] = [await api.person('customer', 'Asha Verma'), await api.person('customer', 'Meera Nair')];
  const kabir = await api.person('customer', 'Kabir Rao');
  const places = await placesOf(api, asha);
  const ride = (as: Account, from: FoundPlace, to: FoundPlace) =>
    api.call(createRide, {
      as,
      body: {
        ...{ pickup_location: wordsOf(from), pickup_lat: from.lat, pickup_lng: from.lng },
        ...{ drop_location: wordsOf(to), drop_lat: to.lat, drop_lng: to.lng },
      },
    });
  const names = ['Ravi Kumar', 'Sunita Yadav', 'Imran Sheikh'] as const;
  const cars = ['Maruti Suzuki Dzire', 'Maruti Suzuki WagonR', 'Hyundai Aura'] as const;
  const drivers = await Promise.all(
    names.map(async (name, at) => api.driver(name, cars[at], await picturesOf(at + 1))),
  );
  const [ravi, sunita] = drivers;
  if (!ravi || !sunita) throw new Error('the town has no drivers');
  for (const [at, as] of drivers.entries()) {
    const { lat, lng } = places.bus;
    const [north, east] = AWAY[at] ?? [0, 0];
    await api.call(setAvailability, { as, body: { is_available: true, lat: lat + north, lng: lng + east } });
  }
  const open = await ride(kabir, places.bus, places.station);
  for (const [at, driver] of drivers.entries()) await api.quote(driver, open, [140, 155, 190][at] ?? 200);

  const drive = async (from: FoundPlace, to: FoundPlace, driver: Account, share: number) => {
    let booking = await api.book(asha, await api.quote(driver, await ride(asha, from, to), 220), 'phonepe');
    for (const status of ['accepted', 'in_progress'] as const) booking = await api.step(driver, booking, status);
    const { shape } = await api.call(findRoute, { as: driver, body: { from, to } });
    const points = decodePolyline(shape ?? '');
    const travelled = points.slice(0, Math.max(2, Math.round(points.length * share)));
    return { booking, travelled };
  };
  const over = await drive(places.hospital, places.bus, sunita, 1);
  for (const { lat, lng } of over.travelled) {
    await api.call(sendLocation, { as: sunita, params: { id: over.booking.id }, body: { lat, lng } });
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  const done = await api.step(sunita, over.booking, 'completed');
  const under = await drive(places.mall, places.hospital, ravi, 0.45);
  return { asha, kabir, newcomer, ravi, places, open, live: under.booking, done, travelled: under.travelled };
}

type TownInCity = Awaited<ReturnType<typeof townInCity>>;

/** Sends the position of the running ride's car every 2 s, so that it stays fresh. Returns a function that stops it. */
export function keepDrivingInCity(api: Api, { ravi, live, travelled }: TownInCity): () => void {
  const [last, before] = [travelled.at(-1), travelled.at(-2)];
  if (!last || !before) throw new Error('the car has fewer than two positions');
  const heading = (Math.atan2(last.lng - before.lng, last.lat - before.lat) * 180) / Math.PI;
  const body = { ...last, heading: (heading + 360) % 360, speed: 9 };
  const send = () => void api.call(sendLocation, { as: ravi, params: { id: live.id }, body }).catch(() => undefined);
  send();
  const timer = setInterval(send, 2_000);
  return () => clearInterval(timer);
}

async function choose(page: Page, field: string, typed: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(typed);
  // The first place of the list is selected, so Enter chooses it.
  await page.getByRole('option', { selected: true }).waitFor();
  await page.keyboard.press('Enter');
}

/** The screens that show the city. */
export function screensInCity({ asha, kabir, newcomer, open, live, done }: TownInCity): Screen[] {
  const form = { who: newcomer, path: '/', press: ['Create Your First Ride Request'], dialog: 'Create Ride Request' };
  return [
    {
      name: 'form-suggestions',
      ...form,
      prepare: async (page) => {
        await page.getByRole('combobox', { name: 'Pickup Location' }).fill('sector 17');
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      name: 'form',
      ...form,
      prepare: async (page) => {
        await choose(page, 'Pickup Location', PLACES.bus);
        await choose(page, 'Drop Location', PLACES.station);
        await page.getByText(/^[\d.]+ km · \d+ min$/).waitFor();
        await readyMap(page.locator('body'));
        await page.getByText('Location detected successfully!').waitFor({ state: 'detached' });
      },
    },
    { name: 'quotes', who: kabir, path: `/?ride=${open.id}`, prepare: (page) => readyMap(page.locator('body')) },
    { name: 'tracking', who: asha, path: bookingAt(live), shows: /min$/ },
    {
      name: 'receipt',
      who: asha,
      path: bookingAt(done),
      press: ['View Receipt'],
      dialog: 'Receipt',
      shows: 'Rider pays',
    },
  ];
}
