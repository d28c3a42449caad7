import { useEffect, useRef, useState } from 'react';
import { usePreferences } from '../../../core/preferences';
import { playTones, unlockSoundOnTap } from '../../../core/sound';
import type { SyncState } from '../../../core/sync';
import { t } from '../../../core/t';
import type { OpenRide } from '../open-rides.store';

/** The vibration pattern in milliseconds: on, off, on. */
const BUZZES = [200, 100, 200];

interface Seen {
  circle: string;
  ids: ReadonlySet<string>;
  /** The `created_at` of the oldest request; "Show more" loads those before it. */
  oldest: string;
}

function signal(): void {
  const { requestSound, requestVibration } = usePreferences.getState();
  if (requestSound) playTones();
  if (requestVibration && 'vibrate' in navigator) navigator.vibrate(BUZZES);
}

function textOf(added: readonly OpenRide[]): string {
  const [one] = added;
  if (one && added.length === 1)
    return t('rides.new_request', { pickup: one.pickup_location, drop: one.drop_location });
  return t('rides.new_requests', { count: added.length });
}

interface Listed {
  /** Newest first. */
  rides: readonly OpenRide[];
  state: SyncState;
  /** The circle of the list: requests are not announced when it changes. */
  circle: string;
  /** Whether new requests cause a sound or vibration: a driver who is offline does not wait for any. */
  isOnline: boolean;
}

/**
 * The text of a polite status line that announces requests which arrived after the list was shown. For an online
 * driver the hook also plays a sound and vibrates, each if switched on.
 */
export function useNewRequests({ rides, state, circle, isOnline }: Listed): string {
  const [text, setText] = useState('');
  const seen = useRef<Seen | null>(null);
  const sounds = usePreferences(({ requestSound }) => requestSound);
  useEffect(() => (sounds ? unlockSoundOnTap() : undefined), [sounds]);
  useEffect(() => {
    if (state !== 'ready') return;
    const before = seen.current?.circle === circle ? seen.current : null;
    seen.current = { circle, ids: new Set(rides.map(({ id }) => id)), oldest: rides.at(-1)?.created_at ?? '' };
    const added = before ? rides.filter(({ id, created_at }) => !before.ids.has(id) && created_at > before.oldest) : [];
    if (added.length === 0) return;
    setText(textOf(added));
    if (isOnline) signal();
  }, [rides, state, circle, isOnline]);
  return text;
}
