import type { Point } from '@boli/shared/core/fields';
import { referenceOf } from '@boli/shared/fares/reference';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { type FakeDevice, fakeDevice, removeGeolocation } from '../../testing/device';
import { LazyMap, shownMap, shownMarkers } from '../../testing/map';
import { aReference, aRide } from '../../testing/ride.builder';
import { type Answer, fakeServer } from '../../testing/server';

jest.unstable_mockModule('../../ui/LazyMap', () => ({ LazyMap }));
const { openCreateRide } = await import('../../testing/create-ride');
const { CreateRideDialog } = await import('./CreateRideDialog');

const MINUTE_MS = 60_000;
const place = { lat: 28.62, lng: 77.21 };
const named = (address: string): Answer => ({ body: { address, display_name: address, source: 'geocoder' } });
const coordinates: Answer = { body: { address: 'Lat: 1, Lng: 2', display_name: null, source: 'coordinates' } };

let device: FakeDevice;
let answers: Record<string, (body: unknown) => Answer>;
let created: string[];

beforeEach(() => {
  created = [];
  device = fakeDevice(place);
  answers = { 'GET /geo/reverse': () => named('Janpath, New Delhi') };
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

function open() {
  const server = fakeServer(answers);
  openCreateRide(CreateRideDialog, { onCreated: (ride) => created.push(ride.id) });
  return server;
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
/** Types and leaves the field. */
const fill = (label: string, value: string) => {
  type(label, value);
  fireEvent.blur(field(label));
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const tap = (point: Point) => act(() => shownMap.props?.onPick?.(point));
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create Ride Request' });

describe('the map of the Create Ride Request dialog', () => {
  test('shows the default centre at zoom 13 until the position of the device is known, then that position', async () => {
    device.at = 'denied';
    open();
    expect(shownMap.props).toMatchObject({ center: { lat: 28.6139, lng: 77.209 }, zoom: 13, markers: [] });
    expect(
      await screen.findByText('Using default map location. You can still select pickup and drop points.'),
    ).toBeTruthy();
    expect(shownMap.props).toMatchObject({ center: { lat: 28.6139, lng: 77.209 } });
    cleanup();

    device.at = place;
    open();
    expect(await screen.findByText('Location detected successfully!')).toBeTruthy();
    expect(shownMap.props?.center).toEqual(place);
    expect(shownMarkers()).toEqual(['me 28.62,77.21', 'pickup 28.62,77.21']);
    // The device is asked at each opening, because the first read failed: with high accuracy, a timeout of ten seconds,
    // and no cached position.
    expect(device.asked).toEqual(Array(2).fill({ enableHighAccuracy: true, timeout: 10_000, maximumAge: 0 }));
  });

  test('can be used manually in a browser without geolocation', async () => {
    removeGeolocation();
    open();
    expect(await screen.findByText('Geolocation not supported. Please select locations manually.')).toBeTruthy();
    press('Use current location as pickup');
    expect(await screen.findByText('Geolocation is not supported by your browser')).toBeTruthy();
  });

  test('takes the tapped point as the pickup or drop whose pin button was pressed, and looks up its address half a second later', async () => {
    const { requests } = open();
    await waitFor(() => expect(field('Pickup Location').value).toBe('Janpath, New Delhi'));
    requests.length = 0;
    press('Pick drop on map');
    expect(screen.getByRole('button', { name: 'Set drop here' })).toBeTruthy();
    expect(shownMap.props?.aim).toBe('drop');
    let lookedUp = 0;
    answers['GET /geo/reverse'] = () => {
      lookedUp = performance.now();
      return named('Janpath, New Delhi');
    };
    const tapped = performance.now();
    tap({ lat: 28.6139001, lng: 77.209 });
    expect(screen.queryByRole('button', { name: 'Set drop here' })).toBeNull();
    expect(shownMap.props?.aim).toBeUndefined();
    expect(shownMarkers()).toContain('drop 28.6139001,77.209');
    expect(requests.filter(({ path }) => path === '/geo/reverse')).toEqual([]);

    expect(await screen.findByText('Getting exact location name...')).toBeTruthy();
    expect(await screen.findByText('Location set')).toBeTruthy();
    expect(lookedUp - tapped).toBeGreaterThanOrEqual(499);
    expect(field('Drop Location').value).toBe('Janpath, New Delhi');
    expect(requests.find(({ path }) => path === '/geo/reverse')?.query).toBe('?lat=28.6139001&lng=77.209');
    press('Pick pickup on map');
    tap({ lat: 28.63, lng: 77.22 });
    expect(shownMarkers()).toEqual(['me 28.62,77.21', 'pickup 28.63,77.22', 'drop 28.6139001,77.209']);
  });

  test.each<[string, Answer, string]>([
    ['finds no name', coordinates, 'Location name not available. Using coordinates.'],
    ['fails', { lost: true }, 'Could not find exact location name. Using coordinates.'],
    ['returns the page of a proxy', { page: '<html>' }, 'Could not find exact location name. Using coordinates.'],
  ])('keeps the coordinates with six decimals if the lookup %s', async (_what, answer, warning) => {
    answers['GET /geo/reverse'] = () => answer;
    open();
    press('Pick pickup on map');
    tap({ lat: 28.6139, lng: 77.209 });
    expect(await screen.findByText(warning)).toBeTruthy();
    expect(field('Pickup Location').value).toBe('28.613900, 77.209000');
  });
});

describe('the current location', () => {
  test('can be used as pickup or drop, with its address', async () => {
    open();
    press('Use current location as pickup');
    expect(await screen.findByText('Getting your current address...')).toBeTruthy();
    expect(await screen.findByText('Pickup set to current location')).toBeTruthy();
    expect(field('Pickup Location').value).toBe('Janpath, New Delhi');
    press('Use current location as drop');
    expect(await screen.findByText('Drop set to current location')).toBeTruthy();
    expect(shownMarkers()).toContain('drop 28.62,77.21');
  });

  test('is shown as Lat and Lng with six decimals if the lookup fails', async () => {
    answers['GET /geo/reverse'] = () => ({ status: 500 });
    open();
    press('Use current location as pickup');
    expect(await screen.findByText('Pickup set to current location')).toBeTruthy();
    expect(field('Pickup Location').value).toBe('Lat: 28.620000, Lng: 77.210000');
  });

  test.each([
    ['denied', 'Current location not available. Please allow location access.'],
    ['unavailable', 'Failed to get location'],
  ] as const)('shows an error if it is %s', async (why, words) => {
    device.at = why;
    open();
    press('Use current location as pickup');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(field('Pickup Location').value).toBe('');
  });
});

describe('the place search', () => {
  const plaza = { id: 'N1', name: 'Central Plaza', detail: 'Sector 17, Rampur', kind: 'shop', lat: 28.6, lng: 77.25 };
  const cinema = { ...plaza, id: 'N2', name: 'Central Cinema', lat: 28.61, lng: 77.22 };
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

  test('finds places during typing, and uses the text of the place chosen by keyboard', async () => {
    answers['GET /geo/search'] = () => ({ body: { places: [cinema, plaza] } });
    const { requests } = open();
    await screen.findByText('Location detected successfully!');
    fireEvent.focus(field('Drop Location'));
    type('Drop Location', 'cent');
    type('Drop Location', 'central');
    await waitFor(() => expect(options()).toHaveLength(3));
    expect(options()).toEqual([
      'Central CinemaSector 17, Rampurabout 2 km',
      'Central PlazaSector 17, Rampurabout 6 km',
      expect.stringMatching(/^Choose on the map/),
    ]);
    const searched = requests.filter(({ path }) => path === '/geo/search');
    expect(searched.map(({ query }) => query)).toEqual(['?q=central&lat=28.62&lng=77.21&limit=8']);
    const input = field('Drop Location');
    expect(input.getAttribute('role')).toBe('combobox');
    expect(input.getAttribute('aria-expanded')).toBe('true');
    const active = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent;
    expect(active()).toMatch(/^Central Cinema/);
    fireEvent.keyDown(input, { key: 'ArrowDown', code: 'ArrowDown' });
    expect(active()).toMatch(/^Central Plaza/);
    fireEvent.keyDown(input, { key: 'Enter', code: 'Enter' });
    expect(input.value).toBe('Central Plaza, Sector 17, Rampur');
    expect(shownMarkers()).toContain('drop 28.6,77.25');
    expect(shownMap.props?.center).toEqual({ lat: 28.6, lng: 77.25 });
    expect(options()).toEqual([]);
  });

  test('does not submit the form on Enter while its list is closed', async () => {
    answers['GET /geo/search'] = () => ({ body: { places: [] } });
    open();
    const input = field('Drop Location');
    fireEvent.focus(input);
    type('Drop Location', '28.5494, 77.2001');
    fireEvent.keyDown(input, { key: 'Escape', code: 'Escape' });
    // The key's default action, which would submit the form, is prevented.
    expect(fireEvent.keyDown(input, { key: 'Enter', code: 'Enter' })).toBe(false);
  });

  test('has a row that leads to choosing on the map', async () => {
    answers['GET /geo/search'] = () => ({ body: { places: [plaza] } });
    open();
    type('Pickup Location', 'central');
    fireEvent.click(await screen.findByRole('option', { name: /^Choose on the map/ }));
    expect(screen.getByRole('button', { name: 'Set pickup here' })).toBeTruthy();
  });

  test.each<[string, Answer]>([
    ['nothing is found', { body: { places: [] } }],
    ['the search fails', { status: 500 }],
    ['the network is down', { lost: true }],
  ])('offers only the map if %s', async (_why, answer) => {
    answers['GET /geo/search'] = () => answer;
    const { requests } = open();
    type('Pickup Location', 'nowhere');
    await waitFor(() => expect(requests.some(({ path }) => path === '/geo/search')).toBe(true));
    await act(() => Promise.resolve());
    expect(options()).toEqual([expect.stringMatching(/^Choose on the map/)]);
    expect(field('Pickup Location').value).toBe('nowhere');
  });

  test('does not search for coordinates', async () => {
    const { requests } = open();
    type('Pickup Location', '28.6139, 77.209');
    type('Drop Location', 'central');
    await waitFor(() => expect(requests.some(({ path }) => path === '/geo/search')).toBe(true));
    expect(requests.filter(({ path }) => path === '/geo/search').map(({ query }) => query)).toHaveLength(1);
  });
});

describe('the way between the two points', () => {
  const ends = () => {
    fill('Pickup Location', '30.740656, 76.783355');
    fill('Drop Location', '30.7395, 76.7843');
  };

  test('follows the road, with kilometres and minutes', async () => {
    const route = { distance_km: 7.31, duration_s: 1_079, shape: '_jgsy@unnmqCvFmE', source: 'roads' };
    answers['POST /geo/route'] = () => ({ body: route });
    const { requests } = open();
    ends();
    expect(await screen.findByText('7.3 km · 18 min')).toBeTruthy();
    expect(shownMap.props?.line).toEqual([
      { lat: 30.740656, lng: 76.783355 },
      { lat: 30.740532, lng: 76.783458 },
    ]);
    expect(requests.filter(({ path }) => path === '/geo/route').map(({ body }) => body)).toEqual([
      { from: { lat: 30.740656, lng: 76.783355 }, to: { lat: 30.7395, lng: 76.7843 } },
    ]);
  });

  test('of a planned ride is shown with the minutes for the chosen time, and without minutes until those are known', async () => {
    const route = { distance_km: 7.31, shape: null, source: 'roads' };
    const isPlanned = (body: unknown) => Object(body).at !== undefined;
    answers['POST /geo/route'] = (body) => ({ body: { ...route, duration_s: isPlanned(body) ? 1_500 : 900 } });
    const { requests } = open();
    ends();
    expect(await screen.findByText('7.3 km · 15 min')).toBeTruthy();
    fireEvent.click(screen.getByRole('switch', { name: 'Schedule for later' }));
    expect(screen.getByText('7.3 km')).toBeTruthy();
    const time = field('Date and time').min;
    type('Date and time', time);
    expect(screen.getByText('7.3 km')).toBeTruthy();
    expect(await screen.findByText('7.3 km · 25 min')).toBeTruthy();
    expect(requests.filter(({ path }) => path === '/geo/route').at(-1)?.body).toMatchObject({
      at: new Date(time).toISOString(),
    });
  });

  test('has a usual price; that of a planned ride is for the chosen hour, and is not shown until a time is chosen', async () => {
    const route = { distance_km: 6.7, duration_s: 1_140, shape: null, source: 'roads' };
    const isPlanned = (body: unknown) => Object(body).at !== undefined;
    const night = { ...aReference(), rates: { ...aReference().rates, hour_percent: 125 } };
    answers['POST /geo/route'] = (body) => ({
      body: { ...route, reference: referenceOf(isPlanned(body) ? night : aReference()) },
    });
    open();
    expect(screen.queryByText(/^Usual/)).toBeNull();
    ends();
    expect(await screen.findByText('Usual ₹155–190')).toBeTruthy();
    fireEvent.click(screen.getByRole('switch', { name: 'Schedule for later' }));
    expect(screen.queryByText(/^Usual/)).toBeNull();
    type('Date and time', field('Date and time').min);
    expect(await screen.findByText('Usual ₹195–240')).toBeTruthy();
    expect(screen.getByText('125% of it at this hour')).toBeTruthy();
  });

  test.each<[string, Answer, RegExp]>([
    [
      'is estimated',
      { body: { distance_km: 7.31, duration_s: 1_079, shape: null, source: 'estimate' } },
      /^about 7 km · about 20 min$/,
    ],
    ['is not known', { status: 429 }, /^Tap a pin button to change a point$/],
  ])('is a straight line if the route %s', async (_how, answer, words) => {
    answers['POST /geo/route'] = () => answer;
    const { requests } = open();
    ends();
    await waitFor(() => expect(requests.some(({ path }) => path === '/geo/route')).toBe(true));
    expect(await screen.findByText(words)).toBeTruthy();
    const reason = screen.queryByText('Estimate from the straight line: the way by road is not known.');
    expect(reason !== null).toBe(answer.status === undefined);
    expect(shownMap.props?.line).toEqual([
      { lat: 30.740656, lng: 76.783355 },
      { lat: 30.7395, lng: 76.7843 },
    ]);
  });
});

describe('creating a ride request', () => {
  const posted = 'Ride request created! Drivers will start submitting quotes.';
  const choosePoints = () => {
    fill('Pickup Location', '28.6139, 77.209');
    fill('Drop Location', '28.55, 77.2');
  };

  test('is disabled without both points, with a hint beside the button', () => {
    open();
    expect(submit().disabled).toBe(true);
    expect(screen.getByText('Please select both pickup and drop locations on the map')).toBeTruthy();
    type('Pickup Location', '28.6139, 77.209');
    expect(submit().disabled).toBe(true);
    type('Drop Location', '28.55, 77.2');
    expect(submit().disabled).toBe(false);
    expect(screen.queryByText('Please select both pickup and drop locations on the map')).toBeNull();
    expect(field('Pickup Location').required && field('Drop Location').required).toBe(true);
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
  });

  test('needs both texts', async () => {
    const { requests } = open();
    choosePoints();
    fill('Pickup Location', ' ');
    fireEvent.click(submit());
    expect(await screen.findByText('Please enter the pickup location')).toBeTruthy();
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('sends the request once, disables the button meanwhile, then shows a toast, calls onCreated and reloads the list', async () => {
    let answer: (answer: Answer) => void = () => undefined;
    const waiting = new Promise<Answer>((resolve) => {
      answer = resolve;
    });
    answers['GET /rides/requests'] = () => ({ body: [aRide()] });
    const { requests } = open();
    const quick = globalThis.fetch;
    globalThis.fetch = async (address, init) => {
      const reply = await quick(address, init);
      if (init?.method !== 'POST') return reply;
      const { body } = await waiting;
      return new Response(JSON.stringify(body), { status: 201 });
    };
    choosePoints();
    fireEvent.click(submit());
    await waitFor(() => expect(submit().disabled).toBe(true));
    fireEvent.submit(document.querySelector('form') ?? document.body);
    answer({ body: aRide() });
    expect(await screen.findByText(posted)).toBeTruthy();
    expect(created).toEqual([aRide().id]);
    await waitFor(() => expect(requests.some(({ path }) => path === '/rides/requests')).toBe(true));
    expect(requests.filter(({ path }) => path === '/rides/request').map(({ body }) => body)).toEqual([
      {
        pickup_location: '28.6139, 77.209',
        pickup_lat: 28.6139,
        pickup_lng: 77.209,
        drop_location: '28.55, 77.2',
        drop_lat: 28.55,
        drop_lng: 77.2,
        is_scheduled: false,
        scheduled_time: null,
      },
    ]);
  });

  test('can be scheduled by one tap on a quick time, which fills the field', async () => {
    answers['POST /rides/request'] = () => ({ status: 201, body: aRide() });
    const { requests } = open();
    choosePoints();
    fireEvent.click(screen.getByRole('switch', { name: 'Schedule for later' }));
    const quick = screen.getByRole('button', { name: 'Tomorrow 6:30 am' });
    fireEvent.click(quick);
    expect(quick.getAttribute('aria-pressed')).toBe('true');
    expect(field('Date and time').value).toMatch(/T06:30$/);
    press('In 45 min');
    expect(quick.getAttribute('aria-pressed')).toBe('false');
    fireEvent.click(submit());
    expect(await screen.findByText(posted)).toBeTruthy();
    const sent = Object(requests.find(({ path }) => path === '/rides/request')?.body);
    expect(Math.abs(Date.parse(sent.scheduled_time) - Date.now() - 45 * MINUTE_MS)).toBeLessThanOrEqual(MINUTE_MS);
  });

  test('can be scheduled by a toggle that asks for a time, and made immediate again', async () => {
    answers['POST /rides/request'] = () => ({ status: 201, body: aRide() });
    const { requests } = open();
    choosePoints();
    fireEvent.click(screen.getByRole('switch', { name: 'Schedule for later' }));
    const time = field('Date and time');
    expect([time.type, time.required]).toEqual(['datetime-local', true]);
    expect(Math.abs(new Date(time.min).getTime() - Date.now() - 30 * MINUTE_MS)).toBeLessThanOrEqual(MINUTE_MS);
    expect(screen.getByText('Rides must be scheduled at least 30 minutes in advance')).toBeTruthy();

    fireEvent.click(submit());
    expect(await screen.findByText('Please choose a date and time')).toBeTruthy();
    type('Date and time', '2020-01-01T00:00');
    expect(screen.getAllByText('Rides must be scheduled at least 30 minutes in advance')).toHaveLength(2);
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);

    const local = time.min;
    type('Date and time', local);
    fireEvent.click(submit());
    expect(await screen.findByText(posted)).toBeTruthy();
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      is_scheduled: true,
      scheduled_time: new Date(local).toISOString(),
    });
    cleanup();

    open();
    choosePoints();
    fireEvent.click(screen.getByRole('switch', { name: 'Schedule for later' }));
    type('Date and time', local);
    fireEvent.click(screen.getByRole('switch', { name: 'Schedule for later' }));
    expect(screen.queryByLabelText('Date and time')).toBeNull();
  });
});
