import { catalogues } from '@boli/shared/core/messages';
import { languages } from '@boli/shared/messages/languages';
import { afterEach, expect, jest, test } from '@jest/globals';
import { chooseLanguage, currentLanguage, startLanguage } from './language';

afterEach(async () => {
  jest.restoreAllMocks();
  localStorage.clear();
  delete catalogues.hi;
  await chooseLanguage('en');
});

/** Lets the Hindi texts arrive only when the returned function is called. */
function delayHindi(): () => void {
  const { load } = languages.hi;
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  jest.spyOn(languages.hi, 'load').mockImplementation(async () => {
    await arrived;
    return load();
  });
  return arrive;
}

test('of two languages that are chosen one after the other, the second counts, although its texts arrive first', async () => {
  const arrive = delayHindi();
  const hindi = chooseLanguage('hi');
  await chooseLanguage('en');
  arrive();
  await hindi;
  expect(currentLanguage()).toBe('en');
  expect(document.documentElement.lang).toBe('en');
  expect(localStorage.getItem('language')).toBe('en');
});

test('a choice in another tab counts, although the texts of the choice before it arrive later', async () => {
  localStorage.setItem('language', 'hi');
  const arrive = delayHindi();
  const started = startLanguage();
  localStorage.setItem('language', 'en');
  window.dispatchEvent(new StorageEvent('storage', { key: 'language' }));
  await Promise.resolve();
  arrive();
  await started;
  expect(currentLanguage()).toBe('en');
});
