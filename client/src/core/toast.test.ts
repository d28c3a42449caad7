import { afterEach, describe, expect, test } from '@jest/globals';
import type { OptionsObject, SnackbarKey } from 'notistack';
import { clearErrors, hostToasts, toast } from './toast';

/** A host that keeps what leaves on the page until it has faded, as the real one does. */
function stage() {
  const shown: { key: number; text: string; options: OptionsObject }[] = [];
  hostToasts({
    enqueueSnackbar: (text: unknown, options: unknown = {}) => {
      shown.push({ key: shown.length, text: String(text), options: Object(options) });
      return shown.length - 1;
    },
    closeSnackbar: (key?: SnackbarKey) => shown[Number(key)]?.options.onClose?.(null, 'instructed', key),
  });
  return shown;
}

const texts = (shown: ReturnType<typeof stage>) => shown.map(({ text }) => text);

afterEach(() => {
  clearErrors();
  hostToasts(null);
});

describe('an error', () => {
  test('that stands already is not told twice', () => {
    const shown = stage();
    toast.error('Payment failed');
    toast.error('Payment failed');
    expect(texts(shown)).toEqual(['Payment failed']);
  });

  test('that happens again while the last one leaves is told again', () => {
    const shown = stage();
    toast.error('Payment failed');
    clearErrors();
    toast.error('Payment failed');
    expect(texts(shown)).toEqual(['Payment failed', 'Payment failed']);
  });

  test('that was closed by its reader is told again', () => {
    const shown = stage();
    toast.error('Payment failed');
    shown[0]?.options.onClose?.(null, 'instructed', 0);
    toast.error('Payment failed');
    expect(shown).toHaveLength(2);
  });
});
