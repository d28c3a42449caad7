import { isLanguage, type Language, loadLanguage } from '@boli/shared/core/messages';
import type { Browser, Locator, Page } from '@playwright/test';
import {
  escaped,
  expressionsOfMatching,
  expressionsOfPart,
  translatedInside,
  translatedWithin,
  translationsOf,
} from './translation';

const wanted = process.env.JOURNEYS_IN ?? 'en';
if (!isLanguage(wanted)) throw new Error(`JOURNEYS_IN is not a language of the product: ${wanted}`);

/** The language of the pages in this run; only this file reads `JOURNEYS_IN`. */
export const journeysIn: Language = wanted;

type Text = string | RegExp;

/** Matches only where a word begins: the Hindi word for `reject` ends with the letters of the word for `accept`. */
const WORD = '(?<![\\p{L}\\p{M}])';

/**
 * How a given text lies in an element's text: it is the `whole` (as with `exact`), it begins where a word begins
 * (`words`), or it is any `part`.
 */
type Extent = 'whole' | 'words' | 'part';

function ofExpression(english: RegExp, extent: Extent): RegExp {
  const { source, flags } = english;
  const { whole, part } = expressionsOfMatching(english, journeysIn);
  const all = [...whole, ...part].join('|');
  if (!all) return new RegExp(`${source}|${translatedInside(source, journeysIn)}`, flags);
  const start = extent === 'part' ? '' : WORD;
  if (source.startsWith('^') && source.endsWith('$')) return new RegExp(`${source}|^(?:${all})$`, `${flags}u`);
  // Another language may put a part of an English text in another place, so `^` is left out for parts. It stays for
  // whole texts: in Hindi `Pay Now` ends with the text of `Proceed to Pay`, which must not be found there.
  const first = source.split('|').every((each) => each.startsWith('^')) ? '^' : start;
  const meant = [
    ...(whole.length > 0 ? [`${first}(?:${whole.join('|')})`] : []),
    ...(part.length > 0 ? [`${start}(?:${part.join('|')})`] : []),
  ];
  return new RegExp([source, ...meant].join('|'), `${flags}u`);
}

/**
 * A text that a test names in English, as the pages of this run show it. Names of people and places, amounts and other
 * texts outside the catalogue stay as they are.
 */
export function onPage<T extends Text | undefined>(english: T, extent: Extent): T | Text {
  if (english === undefined || journeysIn === 'en') return english;
  if (english instanceof RegExp) return ofExpression(english, extent);
  const whole = translationsOf(english, journeysIn);
  const others = extent === 'whole' ? [] : expressionsOfPart(english, journeysIn);
  const within = translatedWithin(english, journeysIn);
  // What people have written, such as a reason, stays as it is even where it contains a word of the catalogue.
  const own: string[] = whole.length + others.length > 0 ? [] : [english];
  const meant = [...[...whole, within, ...own].map(escaped), ...(whole.length > 0 ? [] : others)];
  const source = `(?:${meant.join('|')})`;
  if (extent === 'whole') return new RegExp(`^${source}$`);
  return new RegExp(extent === 'words' ? `${WORD}${source}` : source, 'iu');
}

/** The methods of both pages and locators that find something by its text. */
type Finder = Pick<Page, 'getByRole' | 'getByText' | 'getByLabel' | 'getByPlaceholder'>;

/** Changes these methods for all pages, or for all locators: they find the translation of a text given in English. */
function translateFinder(finder: Finder): void {
  const { getByRole, getByText, getByLabel, getByPlaceholder } = finder;
  finder.getByRole = function translated(this: Finder, role, options = {}) {
    const name = onPage(options.name, options.exact ? 'whole' : 'words');
    return getByRole.call(this, role, name === undefined ? options : { ...options, name });
  };
  const byText = (find: Finder['getByText']): Finder['getByText'] =>
    function translated(this: Finder, text, options) {
      return find.call(this, onPage(text, options?.exact ? 'whole' : 'words'), options);
    };
  finder.getByText = byText(getByText);
  finder.getByLabel = byText(getByLabel);
  finder.getByPlaceholder = byText(getByPlaceholder);
}

function translateFilter(locators: Pick<Locator, 'filter'>): void {
  const { filter } = locators;
  locators.filter = function translated(this: Locator, options = {}) {
    const { hasText, hasNotText, ...rest } = options;
    return filter.call(this, {
      ...rest,
      ...(hasText !== undefined && { hasText: onPage(hasText, 'part') }),
      ...(hasNotText !== undefined && { hasNotText: onPage(hasNotText, 'part') }),
    });
  };
}

/** Makes all pages and locators of a browser's tests find the texts that tests name in English. */
export async function translateLocators(browser: Browser): Promise<void> {
  if (journeysIn === 'en') return;
  await loadLanguage(journeysIn);
  // The library does not export the classes of pages and locators, but every page and locator leads to its class.
  const page = await browser.newPage();
  const [pages, locators] = [Object.getPrototypeOf(page), Object.getPrototypeOf(page.locator('html'))];
  await page.close();
  translateFinder(pages);
  translateFinder(locators);
  translateFilter(locators);
}
