import type { Fairness, FairnessPeriod } from '@boli/shared/fairness/fairness.schema';
import { afterEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { renderPart } from '../../testing/render';
import { fakeServer } from '../../testing/server';
import { FairnessScreen } from './FairnessScreen';

afterEach(cleanup);

const hidden: FairnessPeriod = {
  from: '2026-09-01',
  to: '2026-09-30',
  rides: null,
  quotes_per_request: null,
  price_percent: null,
  driver_share_percent: null,
  hourly: null,
  promises_kept_percent: null,
};
const full: FairnessPeriod = {
  from: '2026-10-01',
  to: '2026-10-31',
  rides: 1_234,
  quotes_per_request: 3.4,
  price_percent: 97,
  driver_share_percent: 91.5,
  hourly: { low: 180, middle: 240, high: 310, gini: 0.07 },
  promises_kept_percent: 82,
};
const show = (body: Fairness) => {
  fakeServer({ 'GET /fairness': () => ({ body }) });
  renderPart(<FairnessScreen />, '/fairness');
};

describe('the page of the figures', () => {
  test('has each figure of the last 30 days and of each month, with its name', async () => {
    show({ least_observations: 30, last_days: { ...full, to: '2026-11-23' }, months: [full] });
    const region = await screen.findByRole('region', { name: 'Last 30 days' });
    const lines = [...region.querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]);
    expect(lines).toEqual([
      ['Rides completed', '1,234'],
      ['Quotes per request', '3.4'],
      ['Median price', '97% of usual'],
      ["Driver's share", '91.5%'],
      ['Earned per active hour, median', '₹240'],
      ['Middle half of the drivers', '₹180 to ₹310'],
      ['Inequality (Gini)', '0.07'],
      ['Arrival promises kept', '82%'],
    ]);
    expect(within(region).getByText('1 Oct 2026 to 23 Nov 2026')).toBeTruthy();
    const cells = within(screen.getByRole('table', { name: 'Month by month' })).getAllByRole('cell');
    expect(cells.slice(1).map(({ textContent }) => textContent)).toEqual(lines.map(([, value]) => value));
    expect(
      screen.getByText(
        'A figure is shown only if it comes from 30 or more observations; a figure about rides also needs 5 drivers and 5 customers.',
      ),
    ).toBeTruthy();
  });

  test('says "too few" for a figure that is not published, and has no bar for that month', async () => {
    show({ least_observations: 30, last_days: hidden, months: [full, hidden] });
    const table = await screen.findByRole('table', { name: 'Month by month' });
    const [, , september] = within(table).getAllByRole('row');
    expect(within(september ?? table).getAllByText('too few')).toHaveLength(8);
    const bars = within(screen.getByRole('figure', { name: 'Rides completed' })).getAllByRole('listitem');
    expect(bars.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/1,234$/)]);
  });

  test('says when figures will appear, and shows no chart until then', async () => {
    show({ least_observations: 30, last_days: null, months: [] });
    expect(await screen.findByText('Figures appear when the first day has ended.')).toBeTruthy();
    expect(screen.getByText('Figures of a month appear when it has ended.')).toBeTruthy();
    expect(screen.queryByRole('figure')).toBeNull();
  });

  test('offers a retry when it could not be read', async () => {
    fakeServer({ 'GET /fairness': () => ({ status: 503, body: { detail: 'away', code: 'common.unavailable' } }) });
    renderPart(<FairnessScreen />, '/fairness');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
