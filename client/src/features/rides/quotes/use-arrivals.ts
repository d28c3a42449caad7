import type { Quote } from '@boli/shared/rides/quotes.schema';
import { useEffect, useRef, useState } from 'react';
import { formatMoney } from '../../../core/money';
import { usePreferences } from '../../../core/preferences';
import { awayText } from '../../../core/road';
import { playTones, unlockSoundOnTap } from '../../../core/sound';
import { t } from '../../../core/t';

/** How long a quote counts as new, in milliseconds. */
const NEW_MS = 6_000;
/** The length of the vibration in milliseconds. */
const BUZZ_MS = 30;

/** The ids that were added after the first load; all are cleared six seconds after the newest. */
function useNewIds(ids: readonly string[], ready: boolean): { fresh: ReadonlySet<string>; clear: () => void } {
  const seen = useRef<Set<string> | null>(null);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const list = ids.join(' ');

  useEffect(() => {
    if (!ready) return;
    const now = list ? list.split(' ') : [];
    const before = seen.current;
    seen.current = new Set([...(before ?? []), ...now]);
    const arrived = before ? now.filter((id) => !before.has(id)) : [];
    if (arrived.length > 0) setFresh((held) => new Set([...held, ...arrived]));
  }, [list, ready]);

  useEffect(() => {
    if (fresh.size === 0) return;
    const timer = setTimeout(() => setFresh(new Set()), NEW_MS);
    return () => clearTimeout(timer);
  }, [fresh]);

  return { fresh, clear: () => setFresh(new Set()) };
}

/** Plays a sound and vibrates once when one or more new quotes come in, if the user has switched that on. */
function useRing(newest: string | undefined): void {
  const isWanted = usePreferences(({ quoteSound }) => quoteSound);
  useEffect(() => (isWanted ? unlockSoundOnTap() : undefined), [isWanted]);
  useEffect(() => {
    if (!newest || !usePreferences.getState().quoteSound) return;
    playTones();
    // Absent on iOS.
    navigator.vibrate?.(BUZZ_MS);
  }, [newest]);
}

/** "1 quote, ₹255.00, Sunita Yadav, 2 min away": the number of all quotes (`count`), and the new one. */
function newsOf({ price, driver_name, pickup_eta_min: minutes, eta_source: source }: Quote, count: number): string {
  const away = minutes !== null && source !== null ? [awayText(minutes, source)] : [];
  return [t('rides.quotes_chip', { count }), formatMoney(price), driver_name, ...away].join(', ');
}

interface NewQuotes {
  /** The ids of the quotes that have just come in. */
  fresh: ReadonlySet<string>;
  clear: () => void;
  /** What a screen reader says about the new quotes; empty when there are none. */
  news: string;
}

/** The quotes that have just come in; sound, vibration and a text for screen readers announce them. */
export function useNewQuotes(quotes: readonly Quote[], ready: boolean): NewQuotes {
  const { fresh, clear } = useNewIds(
    quotes.map(({ id }) => id),
    ready,
  );
  const [first, ...others] = quotes.filter(({ id }) => fresh.has(id));
  useRing([...fresh].at(-1));
  const one = first && others.length === 0 ? newsOf(first, quotes.length) : '';
  return { fresh, clear, news: fresh.size > 1 ? t('quotes.new_bar', { count: fresh.size }) : one };
}
