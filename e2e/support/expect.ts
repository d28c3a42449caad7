import { expect as base, type ExpectMatcherState, type Locator } from '@playwright/test';
import { journeysIn, onPage } from './journeys-in';

type Text = string | RegExp;

/** The matchers of texts, and whether a string has to be the whole text of the element. */
const extents = { toHaveText: 'whole', toContainText: 'part', toHaveValue: 'whole' } as const;

/** A matcher that translates the expected English texts into the language of this run, and then compares. */
function translated(name: keyof typeof extents) {
  return async function matcher(this: ExpectMatcherState, locator: Locator, english: Text | Text[], options?: object) {
    const assertion = this.isNot ? base(locator).not : base(locator);
    const texts = [english].flat().map((text) => onPage(text, extents[name]));
    const [first = ''] = texts;
    const settings = { timeout: this.timeout, ...options };
    try {
      if (name === 'toHaveValue') await assertion.toHaveValue(first, settings);
      else await assertion[name](Array.isArray(english) ? texts : first, settings);
      return { pass: !this.isNot, message: () => '' };
    } catch (error) {
      return { pass: this.isNot, message: () => String(error) };
    }
  };
}

/** `expect` for tests that name texts in English, as they do in locators. */
export const expect: typeof base =
  journeysIn === 'en'
    ? base
    : base.extend({
        toHaveText: translated('toHaveText'),
        toContainText: translated('toContainText'),
        toHaveValue: translated('toHaveValue'),
      });
