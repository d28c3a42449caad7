import type { RideRequest } from '@boli/shared/rides/rides.schema';
import type { ComponentType } from 'react';
import { StageMap, StageProvider } from '../ui/stage/stage-map';
import { renderPart } from './render';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (ride: RideRequest) => void;
}

/** Opens the Create Ride Request dialog on the stage of a phone. */
export function openCreateRide(
  Dialog: ComponentType<DialogProps>,
  { onClose = () => undefined, onCreated = () => undefined }: Partial<DialogProps> = {},
  address = '/',
) {
  return renderPart(
    <StageProvider>
      <StageMap />
      <Dialog opened onClose={onClose} onCreated={onCreated} />
    </StageProvider>,
    address,
  );
}
