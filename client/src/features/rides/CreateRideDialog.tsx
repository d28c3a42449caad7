import { ZOOM_NEAR } from '@boli/shared/core/constants';
import type { Point } from '@boli/shared/core/fields';
import { Button, Stack, Text } from '@mantine/core';
import { IconHandFinger, IconRoute } from '@tabler/icons-react';
import { useEffect, useId, useMemo } from 'react';
import { kmText, roadText, wayPoints } from '../../core/road';
import { t } from '../../core/t';
import { AppDialog } from '../../ui/AppDialog';
import { LazyMap } from '../../ui/LazyMap';
import type { MapMarker } from '../../ui/map/marker';
import classes from './CreateRide.module.css';
import { loadOwnPlaces } from './own-places.store';
import { PlaceField } from './PlaceField';
import { bodyOf, type RideDraft } from './ride-draft';
import { ScheduleField } from './ScheduleField';
import { useCreateRide } from './use-create-ride';
import type { Places } from './use-places';
import { useRoute } from './use-route';

const ends = ['pickup', 'drop'] as const;

/** Pixels on desktop: fields and a map side by side. */
const WIDTH = 880;

function markersOf({ pickup, drop }: RideDraft, me: Point | null): MapMarker[] {
  const markers: MapMarker[] = [];
  if (me) markers.push({ id: 'me', kind: 'me', ...me, label: t('map.me') });
  if (pickup.point) markers.push({ id: 'pickup', kind: 'pickup', ...pickup.point, label: t('map.pickup') });
  if (drop.point) markers.push({ id: 'drop', kind: 'drop', ...drop.point, label: t('map.drop') });
  return markers;
}

function RideMap({ draft, places, hasRoads }: { draft: RideDraft; places: Places; hasRoads: boolean }) {
  const [from, to] = [draft.pickup.point, draft.drop.point];
  const at = bodyOf(draft).scheduled_time ?? null;
  const found = useRoute({ from, to, at }, hasRoads);
  const shape = found?.route.shape ?? null;
  const line = useMemo(() => (from && to ? wayPoints(shape, from, to) : []), [shape, from, to]);
  const hint = places.picking ? (`rides.hint_${places.picking}` as const) : 'rides.hint_done';
  // Until the map is tapped the hint stays.
  const figures = places.asked === null ? found : null;
  // The traffic of now says nothing of a ride whose time is not chosen yet.
  const isTimed = figures?.at === at && (at !== null || !draft.later);
  const Icon = figures ? IconRoute : IconHandFinger;
  return (
    <div className={classes.map}>
      <LazyMap
        center={places.center}
        zoom={ZOOM_NEAR}
        markers={markersOf(draft, places.me)}
        line={line}
        fit={from !== null && to !== null}
        height="fill"
        label={t('rides.map_label')}
        onPick={places.pick}
      />
      <p className={`boli-pill ${classes.hint}`} role="status">
        <Icon size={20} stroke={1.75} aria-hidden />
        {figures ? (isTimed ? roadText : kmText)(figures.route) : t(hint)}
      </p>
    </div>
  );
}

interface CreateRideDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** The form of a ride request: two places, now or later. Its draft is kept for the session. */
export function CreateRideDialog({ opened, onClose }: CreateRideDialogProps) {
  const id = useId();
  const ride = useCreateRide(opened, onClose);
  const { draft, places, errors, chosen } = ride;
  useEffect(() => {
    if (opened) void loadOwnPlaces();
  }, [opened]);
  const footer = (
    <Stack gap="xs" miw={0}>
      {!chosen && (
        <Text id={`${id}-reason`} size="meta" c="dimmed">
          {t('rides.points_required')}
        </Text>
      )}
      <div className="boli-buttons">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          type="submit"
          form={id}
          disabled={!chosen}
          loading={ride.busy}
          aria-describedby={chosen ? undefined : `${id}-reason`}
        >
          {t('rides.submit')}
        </Button>
      </div>
    </Stack>
  );
  return (
    <AppDialog opened={opened} onClose={onClose} title={t('rides.dialog_title')} footer={footer} size={WIDTH}>
      <form id={id} className={classes.form} noValidate onSubmit={ride.submit}>
        {ends.map((end) => (
          <PlaceField
            key={end}
            end={end}
            place={draft[end]}
            error={errors[end]}
            picking={places.asked === end}
            locating={places.busy === end}
            near={places.me ?? places.center}
            canSearch={ride.city?.places === true}
            onType={(text) => places.type(end, text)}
            // An empty field shows no error on blur: the buttons beside it may fill it.
            onBlur={() => draft[end].point && ride.touch(end)}
            onPick={() => places.ask(end)}
            onHere={() => void places.here(end)}
            onChoose={(choice) => places.choose(end, choice)}
          />
        ))}
        <ScheduleField
          later={draft.later}
          time={draft.time}
          error={errors.time}
          onToggle={ride.schedule}
          onTime={ride.setTime}
          onBlur={() => ride.touch('time')}
        />
        <RideMap draft={draft} places={places} hasRoads={ride.city?.roads === true} />
      </form>
    </AppDialog>
  );
}
