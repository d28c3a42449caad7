import { documentNames } from '@boli/shared/drivers/drivers.schema';

/** The smallest picture: one grey pixel, for documents that nobody views. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWPo6OgAAAM0AZmUse0HAAAAAElFTkSuQmCC',
  'base64',
);

/** A driver's profile as the form sends it. Documents without one of the `pictures` are a single pixel. */
export function profileForm(fields: Record<string, string>, pictures: Record<string, Uint8Array> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const name of documentNames) form.set(name, new Blob([(pictures[name] ?? onePixel).slice()]), `${name}.png`);
  return form;
}
