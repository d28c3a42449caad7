import type { MessageKey } from '@boli/shared/core/messages';
import { cancelRide } from '@boli/shared/rides/rides.endpoints';
import type { Locator } from '@playwright/test';
import { type Account, Api } from './support/api';
import { signedIn } from './support/people';
import { expressionOf, linesOf, matcherOf, numbersIn, valuesIn } from './support/sums';
import { expect, test } from './support/test';

/** With fewer observed requests no odds are shown. */
const OBSERVED = 30;
/** The number of requests of each observed customer: the server does not count more requests of a customer in an hour. */
const REQUESTS_EACH = 2;
/**
 * How long the observed requests stay open: the odds need requests that were still open more than two minutes after
 * they were posted.
 */
const OPEN_MS = 125_000;

/**
 * Creates the requests of one of the observed customers: each gets a quote between 80 and 109 percent of the usual
 * price, stays open for two minutes, and is then cancelled.
 */
async function observe(api: Api, customer: Account, { driver, of }: { driver: Account; of: number }): Promise<void> {
  const numbers = Array.from({ length: REQUESTS_EACH }, (_, n) => of * REQUESTS_EACH + n);
  const posted = await Promise.all(numbers.map(() => api.ride(customer)));
  const last = Date.now();
  await Promise.all(
    posted.map((ride, n) =>
      api.quote(driver, ride, Math.round(((ride.reference?.mid ?? 0) * (80 + (numbers[n] ?? 0))) / 100)),
    ),
  );
  await expect.poll(() => Date.now() - last, { timeout: OPEN_MS + 5_000 }).toBeGreaterThan(OPEN_MS);
  await Promise.all(posted.map(({ id }) => api.call(cancelRide, { as: customer, params: { id } })));
}

/** Matches the sentence that says from how many requests a figure comes. */
const sources = (['area_hour', 'town_hour', 'town'] as const)
  .map((part) => matcherOf(`market.source_${part}`, 'count').source)
  .join('|');

/** Unfolds the computation of a figure, and returns its lines: label and amount. */
async function opened(sum: Locator): Promise<[string, string][]> {
  await sum.locator('summary').click();
  await expect(sum.locator('dl')).toBeVisible();
  return linesOf(sum);
}

test('a customer reads when the first quote usually comes, and then the odds of a cheaper one, and can recompute both', async ({
  browser,
  city,
}) => {
  test.setTimeout(OPEN_MS + 180_000);
  const api = new Api(city.url);
  const [customer, driver, ...others] = await Promise.all([
    api.person('customer', 'Asha Waits'),
    api.driver('Ravi Kumar'),
    ...Array.from({ length: OBSERVED / REQUESTS_EACH }, () => api.person('customer', 'Meera Past')),
  ]);
  await Promise.all(others.map((other, of) => observe(api, other, { driver, of })));
  const { page } = await signedIn(browser, customer, { url: city.url });
  const first = page.locator('details').filter({ hasText: matcherOf('market.first_quote', 'time') });
  let ride = await api.ride(customer);

  await test.step('before the first quote: when it usually comes', async () => {
    // Every two seconds the server computes its figures from the observed requests. The screen reads them only when it
    // is opened.
    await expect(async () => {
      await api.call(cancelRide, { as: customer, params: { id: ride.id } });
      ride = await api.ride(customer);
      await page.goto(`/?ride=${ride.id}`);
      await expect(first).toBeVisible({ timeout: 4_000 });
    }).toPass();
    const [[, perMinute = ''] = [], [label = '', time = ''] = []] = await opened(first);
    expect(valuesIn(label, 'market.one_expected')).not.toBeNull();
    // The first line is the rate of quotes in the first 30 seconds. The first quote is expected in these 30 seconds,
    // after 60 / (quotes a minute) seconds; the screen rounds this time to ten seconds, and shows at least ten.
    const seconds = 60 / (numbersIn(perMinute)[0] ?? 0);
    expect(seconds).toBeLessThanOrEqual(30.5);
    expect(numbersIn(time)).toEqual([Math.max(10, Math.round(seconds / 10) * 10)]);
    await expect(first.getByText(new RegExp(sources))).toBeVisible();
  });

  await test.step('with a quote: the odds of a cheaper one', async () => {
    const price = Math.round((ride.reference?.mid ?? 0) * 1.05);
    await api.quote(driver, ride, price);
    const odds = page
      .locator('details')
      .filter({ hasText: matcherOf('market.cheaper_saving', 'min', 'said', 'saving') });
    await expect(odds).toBeVisible();
    await expect(first).toHaveCount(0);
    const lines = await opened(odds);
    const amountOf = (key: MessageKey, ...values: string[]) =>
      numbersIn(lines.find(([label]) => valuesIn(label, key, ...values))?.[1] ?? '')[0] ?? 0;
    const expected = amountOf('market.expected', 'from', 'to');
    let [saving, last, risen] = [0, 0, 0];
    for (const [label, share] of lines) {
      const below = valuesIn(label, 'market.below', 'price')?.price;
      if (below === undefined) continue;
      const chance = 1 - Math.exp((-expected * (numbersIn(share)[0] ?? 0)) / 100);
      saving += ((below - last) * (risen + chance)) / 2;
      [last, risen] = [below, chance];
    }
    expect(last).toBe(price);
    expect(amountOf('market.chance', 'expected', 'share')).toBe(Math.round(risen * 100));
    expect(amountOf('market.saving')).toBe(Math.round(saving));
    const line = (await odds.locator('summary').textContent()) ?? '';
    expect(new RegExp(expressionOf('market.cheaper_saving', 'min', 'said', 'saving')).exec(line)?.groups).toMatchObject(
      {
        min: '3',
        saving: `₹${Math.round(saving)}`,
      },
    );
  });
});
