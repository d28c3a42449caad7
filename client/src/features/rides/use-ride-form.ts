import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { useEffect, useId, useRef, useState } from 'react';
import { focusField } from '../../core/form';
import { loadOwnPlaces } from './own-places.store';
import type { End } from './ride-draft';
import { type CreateRide, useCreateRide } from './use-create-ride';
import { useDriversNear } from './use-drivers-near';
import { useOpeningParams } from './use-opening-params';
import { useRideView } from './use-ride-view';
import { useRideWay } from './use-ride-way';
import { rememberShape } from './way-shapes';

export interface CreateRideDialogProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (ride: RideRequest) => void;
}

/** The state of the dialog, which both of its layouts share. */
export interface RideForm {
  id: string;
  ride: CreateRide;
  way: ReturnType<typeof useRideWay>;
  /** How many drivers are near the pickup; null while unknown, and for a scheduled ride. */
  near: number | null;
  view: ReturnType<typeof useRideView>;
  /** The field whose list is open; null if none is. */
  searching: End | null;
  search: (end: End | null) => void;
  /** The field that takes the focus when the dialog opens. */
  first: End | null;
  /** Whether the form opens with the field of the asked price. */
  asksPrice: boolean;
  onClose: () => void;
}

/** The form of a ride request with its map. */
export function useRideForm({ opened, onClose, onCreated }: CreateRideDialogProps): RideForm {
  const id = useId();
  const shape = useRef<string | null>(null);
  const ride = useCreateRide(opened, (created) => {
    if (shape.current) rememberShape(created.id, shape.current);
    onCreated(created);
  });
  const [searching, search] = useState<End | null>(null);
  const [first, setFirst] = useState<End | null>(null);
  const [asksPrice, setAsksPrice] = useState(false);
  const way = useRideWay(ride.draft, ride.city?.roads === true);
  useEffect(() => {
    shape.current = way.shape;
  });
  // For a scheduled ride it does not matter where drivers are now.
  const near = useDriversNear(opened && !ride.draft.later ? ride.draft.pickup.point : null);
  const view = useRideView(ride.draft, ride.places, way.line);
  useEffect(() => {
    if (opened) void loadOwnPlaces();
    // A field that was focused at one opening is not focused at the next.
    else {
      setFirst(null);
      setAsksPrice(false);
    }
  }, [opened]);
  useOpeningParams(opened, ({ field, asksPrice: asks, later }) => {
    if (later) ride.schedule(true);
    setFirst(field);
    setAsksPrice(asks);
    const form = document.getElementById(id);
    if (field && form instanceof HTMLFormElement) focusField(form, field);
  });
  return { id, ride, way, near, view, searching, search, first, asksPrice, onClose };
}
