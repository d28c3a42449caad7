import { expect, type Locator } from '@playwright/test';
import { here } from './where';

/**
 * The text of a tapped point before its address is known: its coordinates with six decimals; with a city its street, or
 * a place nearby.
 */
const unnamed = here.hasCity ? /^(near )?[A-Z].*, Rampur$/ : /^28\.\d{6}, 77\.\d{6}$/;

/** Fills in the texts of both tapped ends: the streets of the city, or, without a city, names typed by the customer. */
export async function nameTapped(form: Locator): Promise<{ pickup: string; drop: string }> {
  const [pickup, drop] = [form.getByLabel('Pickup Location'), form.getByLabel('Drop Location')];
  for (const field of [pickup, drop]) await expect(field).toHaveValue(unnamed);
  if (!here.hasCity) {
    await pickup.fill('Connaught Place');
    await drop.fill('Hauz Khas Village');
  }
  return { pickup: await pickup.inputValue(), drop: await drop.inputValue() };
}
