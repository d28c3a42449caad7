import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { OptionsObject, SnackbarKey } from 'notistack';
import { clearErrors, clearErrorsOfLastScreen, clearErrorsSince, setToastHost, toast } from './toast';

/** Whether an error with this text is visible: showing it again then adds no toast. */
function isVisible(shown: ReturnType<typeof fakeHost>, text: string): boolean {
  const before = shown.length;
  toast.error(text);
  return shown.length === before;
}

/** A host that keeps a closed toast on the page until it has faded, as the real one does. */
function fakeHost() {
  const shown: { key: number; text: string; options: OptionsObject }[] = [];
  setToastHost({
    enqueueSnackbar: (text: unknown, options: unknown = {}) => {
      shown.push({ key: shown.length, text: String(text), options: Object(options) });
      return shown.length - 1;
    },
    closeSnackbar: (key?: SnackbarKey) => shown[Number(key)]?.options.onClose?.(null, 'instructed', key),
  });
  return shown;
}

const texts = (shown: ReturnType<typeof fakeHost>) => shown.map(({ text }) => text);

afterEach(() => {
  clearErrors();
  setToastHost(null);
});

describe('an error', () => {
  test('that is visible is not shown twice', () => {
    const shown = fakeHost();
    toast.error('Payment failed');
    toast.error('Payment failed');
    expect(texts(shown)).toEqual(['Payment failed']);
  });

  test('that occurs again while its toast closes is shown again', () => {
    const shown = fakeHost();
    toast.error('Payment failed');
    clearErrors();
    toast.error('Payment failed');
    expect(texts(shown)).toEqual(['Payment failed', 'Payment failed']);
  });

  test('that the user has closed is shown again', () => {
    const shown = fakeHost();
    toast.error('Payment failed');
    shown[0]?.options.onClose?.(null, 'instructed', 0);
    toast.error('Payment failed');
    expect(shown).toHaveLength(2);
  });

  test('is closed when its screen is left, unless it appeared with the change of screen', () => {
    const shown = fakeHost();
    const now = jest.spyOn(Date, 'now').mockReturnValue(10_000);
    toast.error('The link could not be sent');
    now.mockReturnValue(15_000);
    toast.error('This request is gone');
    clearErrorsOfLastScreen();
    expect(isVisible(shown, 'The link could not be sent')).toBe(false);
    expect(isVisible(shown, 'This request is gone')).toBe(true);
    now.mockRestore();
  });

  test('about a subject is closed by `clearErrors` of that subject, and one shown since a given time by `clearErrorsSince`', () => {
    const shown = fakeHost();
    const now = jest.spyOn(Date, 'now').mockReturnValue(10_000);
    toast.error('File size should not exceed 5MB', 'rc_document');
    toast.error('Payment failed');
    clearErrors('rc_document');
    expect(isVisible(shown, 'File size should not exceed 5MB')).toBe(false);
    now.mockReturnValue(20_000);
    toast.error('Failed to load admin data');
    clearErrorsSince(15_000);
    expect(isVisible(shown, 'Failed to load admin data')).toBe(false);
    expect(isVisible(shown, 'Payment failed')).toBe(true);
    now.mockRestore();
  });
});
