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
  'of twenty raises to two prices, the higher one stays, and none lowers it',
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
