import { useEffect, useRef } from 'react';
import { useAddress } from '../../core/address-bar';
import type { End } from './ride-draft';

/** What the URL asks of the form: the focused field (`?field=drop`) and a ride for later (`?later=1`). */
export interface Opening {
  field: End | null;
  /** Whether the field of the asked price is opened (`?field=asked`). */
  asksPrice: boolean;
  later: boolean;
}

/** Applies the URL's parameters when the form opens, and removes them from the URL, so that they apply once. */
export function useOpeningParams(opened: boolean, apply: (opening: Opening) => void): void {
  const { params, go } = useAddress();
  const latest = useRef({ params, go, apply });
  useEffect(() => {
    latest.current = { params, go, apply };
  });
  useEffect(() => {
    const { params: asked, go: leave, apply: use } = latest.current;
    const [field, later] = [asked.get('field'), asked.get('later')];
    if (!opened || (field === null && later === null)) return;
    use({
      field: field === 'pickup' || field === 'drop' ? field : null,
      asksPrice: field === 'asked',
      later: later === '1',
    });
    leave({ field: null, later: null }, { replace: true });
  }, [opened]);
}
