import { oneLine } from '@boli/shared/core/fields';
import bowser from 'bowser';

const MAX_READ = 500;
const MAX_NAME = 40;

/** What a `User-Agent` header says about the device; a field is null if the header does not say it. */
export interface Device {
  browser: string | null;
  os: string | null;
}

/** Parses a `User-Agent` header. A program that is not a browser is named by the first token (`curl`). */
export function deviceOf(userAgent: string | undefined): Device {
  const text = oneLine((userAgent ?? '').slice(0, MAX_READ)).trim();
  if (text === '') return { browser: null, os: null };
  const { browser, os } = bowser.parse(text);
  return { browser: short(browser.name || text.split(/[/\s]/)[0]), os: short(os.name) };
}

function short(name: string | undefined): string | null {
  return name?.slice(0, MAX_NAME) || null;
}
