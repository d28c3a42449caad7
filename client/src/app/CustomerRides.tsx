import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../core/address-bar';
import { afterFirstView } from '../core/early';
import { moveFocus } from '../core/focus';
import { useDesktop } from '../core/screen';
import { CustomerHome } from './CustomerHome';
import { FIRST_SNAP } from './HomeFrame';
import { lazyPart } from './lazy-part';

const RideQuotes = lazyPart(async () => (await import('./RideQuotes')).RideQuotes);

/** Whether the tab's panel has the focus, not a control: the panel gets the focus when the pressed card is removed. */
const isUnused = () => document.activeElement?.getAttribute('role') === 'tabpanel';

const isInDialog = () => Boolean(document.activeElement?.closest('[role="dialog"]'));

/** Moves the focus when one view replaces the other: to the heading of the new view, or back to the request's card. */
function useFocusOnViewChange(id: string | null): void {
  const shown = useRef(id);
  const desktop = useDesktop();
  useEffect(() => {
    const left = shown.current;
    if (left === id) return;
    shown.current = id;
    const move = () => {
      // The dialog that led here may still be closing, and has the focus until it has closed.
      if (isInDialog()) return false;
      const target = document.getElementById(id ? 'quotes-title' : `ride-${left}`);
      // On a phone the home's sheet stays scrolled to its top, where the next ride is requested.
      moveFocus(target, { ifLost: !isUnused(), preventScroll: !id && !desktop });
      return target !== null;
    };
    if (move() || !id) return;
    // The code of the quotes, or the request, is still being loaded.
    const arrivals = new MutationObserver(() => {
      if (move()) arrivals.disconnect();
    });
    arrivals.observe(document.body, { childList: true, subtree: true });
    return () => arrivals.disconnect();
  }, [id, desktop]);
}

/** My Rides: the customer's requests, or the quotes on the request that is named in the URL. */
export function CustomerRides() {
  const { params } = useAddress();
  const id = params.get('ride');
  // After a visit to a request's quotes, the home's sheet rests at the height at which the customer left it.
  const [snap, setSnap] = useState(FIRST_SNAP);
  useFocusOnViewChange(id);
  // The code of a request's quotes is loaded after the first view, so that it does not delay the list of requests.
  useEffect(() => void afterFirstView().then(RideQuotes.preload), []);
  return id ? <RideQuotes key={id} id={id} /> : <CustomerHome snap={snap} onSnap={setSnap} />;
}
