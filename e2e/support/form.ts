import { expect, type Locator } from '@playwright/test';
import { here } from './where';

/**
 * The text that a tap on the map puts into a field: without a city the coordinates with six decimals; with a city the
 * street or "near" a place.
 */
const unnamed = here.hasCity ? /^(near )?[A-Z].*, Rampur$/ : /^28\.\d{6}, 77\.\d{6}$/;

/**
 * Waits for the texts of the tapped pickup and drop, and returns them. Without a city it replaces the coordinates by
 * names first.
 */
export async function nameTapped(form: Locator): Promise<{ pickup: string; drop: string }> {
  const [pickup, drop] = [form.getByLabel('Pickup Location'), form.getByLabel('Drop Location')];
  for (const field of [pickup, drop]) await expect(field).toHaveValue(unnamed);
  if (!here.hasCity) {
    await pickup.fill('Connaught Place');
    await drop.fill('Hauz Khas Village');
  }
  return { pickup: await pickup.inputValue(), drop: await drop.inputValue() };
}
