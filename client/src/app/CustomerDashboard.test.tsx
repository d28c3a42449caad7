import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { signIn, signOut, useSession } from '../core/session';
import { aBooking } from '../testing/booking.builder';
import { LazyMap, shownMap, shownMarkers } from '../testing/map';
import { renderPart } from '../testing/render';
import { aQuote, aRide } from '../testing/ride.builder';
import { type Answer, fakeServer } from '../testing/server';

jest.unstable_mockModule('../ui/LazyMap', () => ({ LazyMap }));
const { CustomerDashboard } = await import('./CustomerDashboard');

const ride = aRide({ quote_count: 2 });
const cheap = aQuote({ price: 180, id: '0b0f2b52-6e55-4bd5-9f6e-1d1f3f0f4a09', driver_name: 'Kabir Khan' });
const dear = aQuote({ price: 240 });
const user = { id: 'customer', name: 'Asha Verma', email: 'a@example.in', role: 'customer' as const, phone: null };
let answers: Record<string, (body: unknown) => Answer>;

beforeEach(() => {
  signIn({ access_token: 't', token_type: 'bearer', user });
  const none = () => ({ body: [] });
  answers = {
    'GET /config': () => ({ body: { payment_gateway: 'simulated' } }),
    'GET /rides/requests': none,
    'GET /bookings/my': none,
    'GET /rides/history': none,
    'GET /favorites/my': none,
    'GET /emergency/contacts': none,
    [`GET /rides/request/${ride.id}`]: () => ({ body: ride }),
    [`GET /quotes/ride/${ride.id}`]: () => ({ body: [dear, cheap] }),
  };
});
afterEach(() => {
  cleanup();
  signOut();
  sessionStorage.clear();
  shownMap.props = null;
});

const open = (address = '/') => {
  const server = fakeServer(answers);
  renderPart(<CustomerDashboard />, address);
  return server;
};
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const tab = (name: string) => fireEvent.click(screen.getByRole('tab', { name }));

describe("a customer's dashboard", () => {
  test('greets by name, has five tabs and a Logout button', () => {
    open();
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome, Asha Verma' })).toBeTruthy();
    expect(screen.getByText('Find the best ride for your journey')).toBeTruthy();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'My Rides',
      'Active Bookings',
      'Ride History',
      'Favorite Drivers',
      'Safety',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
    expect(useSession.getState()).toMatchObject({ status: 'signed_out', token: null, user: null });
    expect(localStorage.getItem('token')).toBeNull();
  });

  test.each([
    ['My Rides', 'My Ride Requests', ['Create and manage your ride requests', 'No ride requests yet']],
    ['Active Bookings', 'My Bookings', ['Track your rides', 'No bookings yet']],
    ['Ride History', 'Ride History', ['No ride history yet', 'All Rides', 'Completed', 'Cancelled']],
    ['Favorite Drivers', 'Favorite Drivers', ['No favorite drivers yet']],
    [
      'Safety',
      'Emergency Contacts',
      ['No emergency contacts yet', 'Add contacts who will be notified in case of emergency'],
    ],
  ])('shows the description and the empty state on %s', async (name, heading, texts) => {
    open();
    tab(name);
    expect(await screen.findByRole('heading', { level: 2, name: heading })).toBeTruthy();
    for (const text of texts) expect(await screen.findByText(text)).toBeTruthy();
  });

  test('has New Ride Request and, if there is no request yet, a button that opens the dialog for the first request', async () => {
    open();
    expect(await screen.findByRole('button', { name: 'New Ride Request' })).toBeTruthy();
    await press('Create Your First Ride Request');
    expect(await screen.findByRole('dialog', { name: 'Create Ride Request' })).toBeTruthy();
  });

  test('lists requests with places, status and time; a press opens the quotes', async () => {
    answers['GET /rides/requests'] = () => ({ body: [ride] });
    open();
    const card = await screen.findByRole('link', { name: /Connaught Place/ });
    for (const text of ['Connaught Place', 'Hauz Khas Village', 'open']) {
      expect(within(card).getByText(text)).toBeTruthy();
    }
    expect(card.querySelector('time')?.getAttribute('datetime')).toBe(ride.created_at);
    fireEvent.click(card);
    expect(await screen.findByRole('heading', { level: 2, name: 'Available Quotes' })).toBeTruthy();
  });

  test.each(['/?tab=rides', '/?tab=bookings', '/?tab=history', '/?tab=safety', `/?ride=${ride.id}`])(
    'shows at %s that nothing could be loaded, without a toast and without the empty state',
    async (address) => {
      for (const call of Object.keys(answers)) answers[call] = () => ({ status: 500 });
      open(address);
      expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
      expect(screen.queryByRole('alert')).toBeNull();
      expect(screen.queryByText(/^No (ride|booking|emergency)/)).toBeNull();
    },
  );
});

describe('Available Quotes', () => {
  test('shows an empty state if there are none', async () => {
    answers[`GET /quotes/ride/${ride.id}`] = () => ({ body: [] });
    open(`/?ride=${ride.id}`);
    expect(await screen.findByText('No quotes yet. Drivers will start submitting quotes soon...')).toBeTruthy();
  });

  test('shows no empty state if the quotes could not be read', async () => {
    answers['GET /rides/requests'] = () => ({ body: [ride] });
    const quotes = answers[`GET /quotes/ride/${ride.id}`];
    answers[`GET /quotes/ride/${ride.id}`] = () => ({ status: 500 });
    open();
    fireEvent.click(await screen.findByRole('link', { name: /Connaught Place/ }));
    expect(await screen.findByText('Could not load')).toBeTruthy();
    expect(screen.queryByText(/^No quotes yet/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    if (quotes) answers[`GET /quotes/ride/${ride.id}`] = quotes;
    await press('Try again');
    expect(await screen.findAllByRole('button', { name: 'Select This Driver' })).toHaveLength(2);
  });

  test('lists quotes by price, each with a Select button, and shows prices and a dashed line on a map at zoom 12', async () => {
    open(`/?ride=${ride.id}`);
    expect(await screen.findAllByRole('button', { name: 'Select This Driver' })).toHaveLength(2);
    expect(screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'Kabir Khan',
      'Ravi Kumar',
    ]);
    expect(shownMap.props).toMatchObject({
      zoom: 12,
      line: [
        { lat: 28.6315, lng: 77.2167 },
        { lat: 28.5535, lng: 77.1926 },
      ],
    });
    expect(shownMarkers().slice(0, 2)).toEqual(['pickup 28.6315,77.2167', 'drop 28.5535,77.1926']);
    expect(shownMap.props?.markers.slice(2).map(({ kind, price, label }) => [kind, price, label])).toEqual([
      ['price', 180, 'Kabir Khan: ₹180.00'],
      ['price', 240, 'Ravi Kumar: ₹240.00'],
    ]);
  });

  test('shows the experience from either spelling of its field', async () => {
    const { experience_years: _left, ...other } = dear;
    answers[`GET /quotes/ride/${ride.id}`] = () => ({ body: [{ ...other, experience: 9 }] });
    open(`/?ride=${ride.id}`);
    expect(await screen.findByText('9 years')).toBeTruthy();
  });
});

describe('Select Payment Method', () => {
  const select = async (id = dear.id) => {
    const server = open(`/?ride=${ride.id}&dialog=book&quote=${id}`);
    await screen.findByRole('dialog', { name: 'Select Payment Method' });
    return server;
  };

  test('is opened by Select This Driver with the driver, the price and four payment methods, cash chosen', async () => {
    open(`/?ride=${ride.id}`);
    const [first] = await screen.findAllByRole('button', { name: 'Select This Driver' });
    if (first) fireEvent.click(first);
    const shown = await screen.findByRole('dialog', { name: 'Select Payment Method' });
    expect(shown.textContent).toContain('₹180.00');
    const dialog = within(shown);
    expect(dialog.getByText('Kabir Khan')).toBeTruthy();
    const radios = dialog.getAllByRole<HTMLInputElement>('radio');
    expect(radios.map((radio) => [radio.labels?.[0]?.textContent, radio.checked])).toEqual([
      ['Cash Payment', true],
      ['PhonePe', false],
      ['Google Pay', false],
      ['Paytm', false],
    ]);
    expect(dialog.queryByText(/UPI ID/)).toBeNull();
    for (const radio of radios.slice(1)) {
      fireEvent.click(radio);
      expect(dialog.getByText("You'll receive driver's UPI ID after they accept the booking")).toBeTruthy();
    }
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('strikes the price through if a promo code reduces it, and sends the amounts that were shown', async () => {
    answers['POST /promo/validate'] = () => ({
      body: {
        ...{ success: true, valid: true, code: 'FIRST50', discount_type: 'percentage', discount_value: 50 },
        ...{ discount_amount: 120, final_amount: 120 },
      },
    });
    answers['POST /bookings/create'] = () => ({ status: 201, body: aBooking({ payment_method: 'cash' }) });
    answers[`GET /bookings/${aBooking().id}`] = () => ({ body: aBooking() });
    const { requests } = await select();
    fireEvent.change(screen.getByLabelText('Promo code'), { target: { value: 'first50' } });
    await press('Apply');
    expect(await screen.findByText('Promo code applied! You saved ₹120.00')).toBeTruthy();
    expect([...document.querySelectorAll('s')].map(({ textContent }) => textContent)).toEqual(['₹240.00']);
    await press('Confirm Booking');
    expect(await screen.findByText('Booking created! Driver will accept shortly.')).toBeTruthy();
    // The quotes and the dialog close together, and the details of the booking open.
    expect(await screen.findByRole('dialog', { name: 'Booking Details' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Select Payment Method' })).toBeNull());
    expect(screen.queryByRole('region', { name: 'Available Quotes', hidden: true })).toBeNull();
    expect(requests.find(({ path }) => path === '/bookings/create')?.body).toEqual({
      ...{ quote_id: dear.id, payment_method: 'cash', promo_code: 'FIRST50' },
      ...{ discount_amount: 120, final_price: 120 },
    });
    // The list of requests is read again after a booking.
    await waitFor(() => expect(requests.filter(({ path }) => path === '/rides/requests').length).toBeGreaterThan(0));
  });

  test('leads to Complete Payment for a ride that is not paid in cash', async () => {
    const booked = aBooking({ payment_method: 'phonepe', customer_id: 'customer' });
    answers['POST /bookings/create'] = () => ({ status: 201, body: booked });
    answers[`GET /bookings/${booked.id}`] = () => ({ body: booked });
    await select();
    fireEvent.click(screen.getByRole('radio', { name: 'PhonePe' }));
    await press('Confirm Booking');
    const modal = within(await screen.findByRole('dialog', { name: 'Complete Payment' }));
    expect(modal.getByText('7c1f09ab')).toBeTruthy();
    const radios = modal.getAllByRole<HTMLInputElement>('radio');
    expect(radios.map(({ value, checked }) => [value, checked])).toEqual([
      ['online', true],
      ['upi', false],
      ['cash', false],
    ]);
    for (const text of [
      ...['Total Amount', 'Online Payment', 'Cards, UPI, net banking, wallets', 'UPI Payment'],
      ...['PhonePe, GPay, Paytm', 'Cash', 'Pay driver after ride', 'Secure payment'],
    ]) {
      expect([text, modal.queryAllByText(text).length > 0]).toEqual([text, true]);
    }
    expect(modal.getByRole('button', { name: 'Cancel' })).toBeTruthy();
    expect(modal.getByRole('button', { name: 'Proceed to Pay' })).toBeTruthy();
  });
});

describe('Active Bookings', () => {
  test('show the short id, the status with spaces and View Details, which reads the ride and opens the details', async () => {
    const running = aBooking({ status: 'in_progress' });
    answers['GET /bookings/my'] = () => ({ body: [running] });
    answers[`GET /bookings/${running.id}`] = () => ({ body: running });
    const { requests } = open('/?tab=bookings');
    const card = within(await screen.findByRole('article', { name: 'Booking 7c1f09ab' }));
    expect(card.getByText('in progress')).toBeTruthy();
    fireEvent.click(card.getByRole('button', { name: 'View Details' }));
    const details = within(await screen.findByRole('dialog', { name: 'Booking Details' }));
    expect(await details.findByText(/^Posted/)).toBeTruthy();
    expect(requests.some(({ path }) => path === `/rides/request/${ride.id}`)).toBe(true);
  });
});

describe('Ride History', () => {
  const entry = {
    ...{ booking_id: aBooking().id, status: 'completed', rating: 4, distance_km: 9.4 },
    ...{ pickup_location: 'Connaught Place', drop_location: 'Hauz Khas Village' },
    ...{ created_at: '2026-11-20T04:10:00.000Z', scheduled_time: '2026-11-20T06:10:00.000Z' },
    ...{ payment_method: 'phonepe', payment_status: 'completed', price: 240, total_price: 240, driver_earnings: null },
    ...{ customer_name: 'Asha Verma', driver_name: 'Ravi Kumar' },
  };

  test('shows all fields of an entry; choosing one of three filters reads the list again with that filter', async () => {
    answers['GET /rides/history'] = () => ({ body: [entry] });
    const { requests } = open('/?tab=history');
    const card = await screen.findByRole('button', { name: /Connaught Place/ });
    for (const text of [
      ...[
        'completed',
        'Rated 4 of 5',
        'Connaught Place',
        'Hauz Khas Village',
        '9.4 km in a straight line',
        'PhonePe',
        'Paid',
      ],
    ]) {
      expect([text, within(card).queryAllByText(text).length]).toEqual([text, 1]);
    }
    expect(card.textContent).toContain('₹240.00');
    expect(card.querySelector('time')?.getAttribute('datetime')).toBe(entry.created_at);
    expect(within(card).getByText(/^Planned for /)).toBeTruthy();
    expect(within(card).queryByText(/earned/)).toBeNull();
    for (const [name, query] of [
      ['Completed', '?status=completed'],
      ['Cancelled', '?status=cancelled'],
      ['All Rides', ''],
    ] as const) {
      fireEvent.click(screen.getByRole('radio', { name }));
      await waitFor(() => expect(requests.filter(({ path }) => path === '/rides/history').at(-1)?.query).toBe(query));
    }
  });
});

describe('Safety', () => {
  test('adds and removes contacts with a toast; both fields are required and have an example', async () => {
    const contact = { id: 'c1', name: 'Mother', phone: '112', created_at: ride.created_at };
    answers['POST /emergency/contacts'] = () => ({ status: 201, body: contact });
    answers['DELETE /emergency/contacts/c1'] = () => ({ body: { success: true } });
    const { requests } = open('/?tab=safety');
    await press('Add Contact');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Contact' }));
    const [name, phone] = [
      dialog.getByLabelText<HTMLInputElement>('Name'),
      dialog.getByLabelText<HTMLInputElement>('Phone Number'),
    ];
    expect([name.required, phone.required]).toEqual([true, true]);
    expect([name.placeholder, phone.placeholder].every((example) => example.startsWith('e.g. '))).toBe(true);
    fireEvent.click(dialog.getByRole('button', { name: 'Add Contact' }));
    expect(await dialog.findByText('Please enter a name')).toBeTruthy();
    expect(requests.some(({ method }) => method === 'POST')).toBe(false);
    fireEvent.change(name, { target: { value: 'Mother' } });
    fireEvent.change(phone, { target: { value: '112' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Add Contact' }));
    expect(await screen.findByText('Emergency contact added')).toBeTruthy();
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'Mother', phone: '112' });
    expect(await screen.findByText('Mother')).toBeTruthy();
    await press('Remove Mother');
    expect(await screen.findByText('Contact removed')).toBeTruthy();
    expect(await screen.findByText('No emergency contacts yet')).toBeTruthy();
  });
});
