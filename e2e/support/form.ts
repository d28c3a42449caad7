import { expect, type Locator } from '@playwright/test';
import { here } from './where';

/** What a tapped point is called at first: its coordinates with six decimals; in the city its street, or what is near. */
const unnamed = here.hasCity ? /^(near )?[A-Z].*, Rampur$/ : /^28\.\d{6}, 77\.\d{6}$/;

/**
 * Both ends were tapped on the map: says what they are called, by the streets of the city, or by what the customer writes
 * where nobody is asked for the name of a place.
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
