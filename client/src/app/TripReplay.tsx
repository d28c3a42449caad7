import { useAddress } from '../core/address-bar';
import { lazyPart } from './lazy-part';

const ReplayDialog = lazyPart(async () => (await import('../features/bookings/replay/ReplayDialog')).ReplayDialog);

/** The replay of the trip that the URL names (`?replay=<booking>`), over the open screen. */
export function TripReplay() {
  const { params, go } = useAddress();
  const id = params.get('replay');
  if (!id) return null;
  return <ReplayDialog key={id} bookingId={id} opened onClose={() => go({ replay: null }, { replace: true })} />;
}
