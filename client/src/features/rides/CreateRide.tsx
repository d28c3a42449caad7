import { useAddress } from '../../core/address-bar';
import { CreateRideDialog } from './CreateRideDialog';

/** The Create Ride Request dialog, opened by the URL on any screen. A request that it has created opens with its quotes. */
export function CreateRide() {
  const { params, go } = useAddress();
  const left = { dialog: null, booking: null, quote: null };
  return (
    <CreateRideDialog
      opened={params.get('dialog') === 'create-ride'}
      onClose={() => go({ dialog: null }, { replace: true })}
      onCreated={({ id }) => go({ ...left, tab: null, ride: id }, { replace: true })}
    />
  );
}
