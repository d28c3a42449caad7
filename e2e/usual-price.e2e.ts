import type { Locator, Page } from '@playwright/test';
import { Api } from './support/api';
import { formMap } from './support/map';
import { signedIn } from './support/people';
import { expressionOf, linesOf, numbersIn, valuesIn } from './support/sums';
import { expect, test } from './support/test';
import { here, typed } from './support/where';

const halfUp = (value: number, step: number) => Math.floor(value / step + 0.5 + 1e-9) * step;

/** The fare after a line of the sum, computed from the line's text and the fare before it. */
function fareAfter(label: string, amount: number, before: number): number {
  if (valuesIn(label, 'fares.base', 'km')) return amount;
  const further = valuesIn(label, 'fares.distance', 'km', 'rate') ?? valuesIn(label, 'fares.time', 'min', 'rate');
  if (further) {
    const { km, min, rate = 0 } = further;
    const part = halfUp((km ?? min ?? 0) * rate, 0.01);
    expect(part).toBeCloseTo(amount, 2);
    return before + part;
  }
  const share = valuesIn(label, 'fares.at_hour', 'percent') ?? valuesIn(label, 'fares.for_class', 'percent', 'class');
  const after = share ? halfUp((before * (share.percent ?? 0)) / 100, 0.01) : before;
  if (!share) expect(valuesIn(label, 'fares.together'), label).not.toBeNull();
  expect(after).toBeCloseTo(amount, 2);
  return after;
}

/** Opens the sum of a usual price, and recomputes the low and the high price from the texts of its lines alone. */
async function recomputed(place: Locator): Promise<number[]> {
  const opened = place.locator('details').filter({ hasText: 'Together' });
  if ((await opened.getAttribute('open')) === null) await opened.locator('summary').click();
  await expect(opened.getByText('Together')).toBeVisible();
  let fare = 0;
  for (const [label = '', amount = ''] of await linesOf(opened)) {
    const shown = numbersIn(amount);
    if (valuesIn(label, 'fares.edges', 'step')) {
      const [low = 0, high = 0, step = 0] = numbersIn(label);
      const edges = [low, high].map((percent) => halfUp((fare * percent) / 100, step));
      expect(shown).toEqual(edges);
      return edges;
    }
    fare = fareAfter(label, shown[0] ?? 0, fare);
  }
  throw new Error('the sum has no usual price');
}

const usualRange = new RegExp(
  [expressionOf('fares.usual', 'range'), expressionOf('fares.usual_start', 'range')]
    .map((source) => source.replace('(?<range>.+?)', '.*₹'))
    .join('|'),
);

/** The lower and the upper limit of the first usual price that `place` shows. */
async function usualIn(place: Locator): Promise<number[]> {
  const text = (await place.getByText(usualRange).first().textContent()) ?? '';
  return numbersIn(/₹[\d,]+–[\d,]+/.exec(text)?.[0] ?? '');
}

/** Posts a ride from the position of the device; returns the usual price that the form has shown. */
async function post(page: Page): Promise<number[]> {
  await page.goto('/?dialog=create-ride');
  const dialog = page.getByRole('dialog', { name: 'Create Ride Request' });
  const map = formMap(page);
  await expect(map.getByRole('img', { name: 'Pickup', exact: true })).toBeVisible();
  await dialog.getByLabel('Drop Location').fill(typed(here.drop));
  await dialog.getByLabel('Drop Location').blur();
  const shown = await recomputed(dialog);
  expect(shown).toEqual(await usualIn(dialog));
  await dialog.getByRole('button', { name: 'Create Ride Request' }).click();
  await expect(page.getByText(/^No quotes yet/)).toBeVisible();
  return shown;
}

test('the usual price is the same in the form and beside the quotes, higher for an SUV, and can be recomputed wherever it is shown', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const [customer, plain, large] = await Promise.all([
    api.person('customer', 'Asha Usual'),
    api.driver('Ravi Kumar'),
    api.driver('Sunita Yadav'),
  ]);
  await fetch(`${city.url}/api/driver/profile`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${large.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ vehicle_class: 'suv' }),
  });
  const { page } = await signedIn(browser, customer, { url: city.url });
  const [low = 0, high = 0] = await post(page);
  expect(await recomputed(page.locator('main'))).toEqual([low, high]);

  const driving = await signedIn(browser, large, { url: city.url });
  await driving.page.goto('/');
  const card = driving.page.getByRole('article', { name: 'Asha Usual' }).first();
  await expect(card.getByText(usualRange)).toBeVisible();
  const own = await usualIn(card);
  expect(own[0]).toBeGreaterThan(low);
  expect(await recomputed(card)).toEqual(own);
  await card.getByRole('button', { name: /usual$/ }).click();
  const dialog = driving.page.getByRole('dialog', { name: 'Submit Quote' });
  await expect(dialog.getByText(`Usual about ₹${own[0]}–${own[1]}`)).toBeVisible();
  expect(await recomputed(dialog)).toEqual(own);
  await expect(dialog.getByText('130% of it for this class (SUV)', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Submit Quote' }).click();
  await expect(card.getByText(/^Your quote/)).toBeVisible();

  const id = new URL(page.url()).searchParams.get('ride') ?? '';
  await api.quote(plain, { id }, high * 2);
  const quoteOf = (name: string) => page.getByRole('article', { name });
  await expect(quoteOf('Sunita Yadav').getByText('usual price', { exact: true })).toBeVisible();
  await expect(quoteOf('Ravi Kumar').getByText('100% above usual', { exact: true })).toBeVisible();
  expect(await usualIn(page.locator('main'))).toEqual([low, high]);
  await quoteOf('Sunita Yadav').getByRole('button', { name: 'Sunita Yadav', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'Sunita Yadav' });
  await expect(details.getByText('Maruti Suzuki Dzire · SUV')).toBeVisible();
  expect(await recomputed(details)).toEqual(own);
});
