import { Api } from './support/api';
import { expectAccessible } from './support/axe';
import { signedIn } from './support/people';
import { expect, test } from './support/test';

test('a customer adds favorite drivers from a quote and from a completed ride, sees who is online, and removes one', async ({
  browser,
  city,
}) => {
  test.setTimeout(180_000);
  const api = new Api(city.url);
  const [asha, ravi, sunita] = await Promise.all([
    api.person('customer', 'Asha Verma'),
    api.driver('Ravi Kumar'),
    api.driver('Sunita Yadav', 'Hyundai Aura'),
  ]);
  const done = await api.book(asha, await api.quote(sunita, await api.ride(asha), 120));
  for (const status of ['accepted', 'in_progress', 'completed'] as const) await api.step(sunita, done, status);
  const open = await api.ride(asha, 'Khan Market', 'Lodhi Garden');
  await api.quote(ravi, open, 240);
  const customer = await signedIn(browser, asha, { url: city.url });
  const { page } = customer;
  const card = (name: string) => page.getByRole('article', { name });

  await test.step('the tab is empty at first', async () => {
    await page.goto('/?tab=favorites');
    await expect(page.getByText('No favorite drivers yet')).toBeVisible();
    await expect(page.getByText('Add drivers you like to your favorites for easy access')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a quote shows the driver's online status, and has a heart that adds the driver", async () => {
    await page.goto(`/?ride=${open.id}`);
    await expect(card('Ravi Kumar').getByText('Offline')).toBeVisible();
    await page.getByRole('button', { name: 'Add Ravi Kumar to favorites' }).click();
    await expect(page.getByRole('button', { name: 'Remove Ravi Kumar from favorites' })).toBeVisible();
    await expectAccessible(page);
  });
  const driver = await signedIn(browser, ravi, { url: city.url });
  await driver.page.goto('/');
  await expect(card('Ravi Kumar').getByText('Online')).toBeVisible();

  await test.step('a completed ride has a heart that adds its driver', async () => {
    await page.goto(`/?tab=history&booking=${done.id}`);
    await page.getByRole('button', { name: 'Add Sunita Yadav to favorites' }).click();
    await expect(page.getByText('Added to favorites')).toBeVisible();
  });

  await test.step('the tab lists both drivers with live status, the newest favorite first', async () => {
    await page.goto('/?tab=favorites');
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(page.getByRole('article').first()).toContainText('Sunita Yadav');
    await expect(card('Sunita Yadav').getByText('Offline')).toBeVisible();
    await expect(card('Ravi Kumar').getByText('Online')).toBeVisible();
    await driver.page.getByText('Online', { exact: true }).click();
    // A second press before the response to the first one would be ignored.
    await expect(driver.page.getByText('You are offline')).toBeVisible();
    await expect(card('Ravi Kumar').getByText('Offline')).toBeVisible();
    await driver.page.getByText('Online', { exact: true }).click();
    await expect(card('Ravi Kumar').getByText('Online')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('nothing overflows a narrow phone', async () => {
    const full = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of ['/?tab=favorites', '/?dialog=notifications', `/?ride=${open.id}`]) {
      await page.goto(path);
      // On the narrowest phone the heart of a quote is in the opened quote.
      if (path.includes('ride=')) await page.getByRole('button', { name: 'Ravi Kumar', exact: true }).click();
      await expect(page.getByRole('button', { name: /favorites$|^Mark all as read$/ }).first()).toBeVisible();
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320]);
    }
    if (full) await page.setViewportSize(full);
    await page.goto('/?tab=favorites');
  });

  await test.step('the heart removes a driver', async () => {
    await page.getByRole('button', { name: 'Remove Ravi Kumar from favorites' }).click();
    await expect(page.getByText('Removed from favorites')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.route('**/api/favorites/remove/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Remove Sunita Yadav from favorites' }).click();
    await expect(page.getByText('Failed to remove favorite')).toBeVisible();
    await expect(card('Sunita Yadav')).toBeVisible();
  });
  await Promise.all([customer, driver].map((who) => who.context.close()));
});
