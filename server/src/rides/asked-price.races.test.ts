import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { expect, test } from '@jest/globals';
import { race, tally } from '../testing/races';
import { inRounds, LONG, setUpRacing } from '../testing/racing';
import { RideModel } from './rides.model';

const racing = setUpRacing();

test(
  'of twenty calls that widen one request, one changes it',
  inRounds(async () => {
    const { app, customer, steps } = racing;
    const ride = await steps.ride(customer);
    const path = `/rides/request/${ride.id}/widen`;
    const widen = () => app.request('POST', path, { token: customer.token });
    const answers = await race({ widen }, 20);
    expect(tally(answers.widen)).toEqual({ 200: 20 });
    expect(await RideModel.findById(ride.id).lean()).toMatchObject({ version: 2 });
  }),
  LONG,
);

test(
  'twenty concurrent calls that widen a request are all refused if a quote is stored before the first of them',
  inRounds(async () => {
    const { app, customer, driver, steps } = racing;
    const ride = await steps.ride(customer);
    const path = `/rides/request/${ride.id}/widen`;
    const widen = () => app.request<RideRequest>('POST', path, { token: customer.token });
    const [quote, ...answers] = await Promise.all([
      steps.quote(driver, ride, 230),
      ...Array.from({ length: 20 }, widen),
    ]);
    expect(quote.status).toBe('active');
    const stored = await RideModel.findById(ride.id).lean();
    const wide = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(wide.length > 0).toBe(stored?.widened_at instanceof Date);
    // The call that widened the request answers with its state at that moment: without the quote.
    if (wide.length > 0) expect(Math.min(...wide.map(({ body }) => body.quote_count))).toBe(0);
    expect(stored?.version).toBe(wide.length > 0 ? 3 : 2);
  }),
  LONG,
);

test(
  'twenty concurrent raises to two prices end with the higher price, and no call lowers it',
  inRounds(async () => {
    const { app, customer, steps } = racing;
    const ride = await steps.ride(customer);
    const to = (asked_price: number) => () =>
      app.request('POST', `/rides/request/${ride.id}/price`, { token: customer.token, body: { asked_price } });
    const answers = await race({ low: to(200), high: to(210) });
    const stored = await RideModel.findById(ride.id).lean();
    expect(stored?.asked_price_paise).toBe(21_000);
    expect(tally(answers.high)).toEqual({ 200: 10 });
    expect(answers.low.filter((status) => status !== 200 && status !== 400)).toEqual([]);
    expect(stored?.version).toBe(answers.low.includes(200) ? 3 : 2);
  }),
  LONG,
);
