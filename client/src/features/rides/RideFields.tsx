import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { t } from '../../core/t';
import classes from './CreateRide.module.css';
import { FieldNote } from './FieldNote';
import { PinNote } from './PinNote';
import { PlaceField } from './PlaceField';
import { ReplacedNote } from './ReplacedNote';
import { namesPointByHand } from './replaced-words';
import { type End, ends } from './ride-draft';
import { SavePlace } from './SavePlace';
import type { CreateRide } from './use-create-ride';

interface RideFieldsProps {
  ride: CreateRide;
  /** The field whose list is open; null if none is. */
  searching: End | null;
  onSearch: (end: End | null) => void;
  /** The field that takes the focus when the dialog opens. */
  first: End | null;
  /** The element over the form that shows the list, on phones; absent if the list drops down. */
  slot?: HTMLElement | null;
}

interface PlaceNoteProps {
  end: End;
  ride: CreateRide;
  /** Whether the list of a field covers the form. */
  isCovered: boolean;
}

/**
 * The note below a place field. It says which words were replaced, that the pickup was kept, or where the pin of a
 * typed text is.
 */
function PlaceNote({ end, ride: { draft, places }, isCovered }: PlaceNoteProps) {
  if (places.replaced?.end === end && !isCovered)
    return <ReplacedNote replaced={places.replaced} onRestore={places.restore} />;
  if (end === 'pickup' && places.isKept && !isCovered)
    return (
      <Text size="meta" c="dimmed" role="status">
        {t('rides.pickup_kept')}
      </Text>
    );
  const { point } = draft[end];
  // Shown above an open list, too, because the button that posts the request can be pressed there.
  if (point && namesPointByHand(draft[end]))
    return <PinNote end={end} point={point} onRemove={() => places.unpin(end)} />;
  return null;
}

/** The two place fields of a ride request, with the notes about a chosen place. */
export function RideFields({ ride, searching, onSearch, first, slot }: RideFieldsProps) {
  const { draft, places, errors } = ride;
  const field = (end: End) => (
    <PlaceField
      end={end}
      place={draft[end]}
      error={errors[end]}
      picking={places.asked === end}
      locating={places.busy === end}
      other={draft[end === 'pickup' ? 'drop' : 'pickup']}
      near={places.me ?? places.center}
      canSearch={ride.canSearch}
      opened={searching === end}
      slot={slot}
      isFirst={first === end}
      onOpen={() => onSearch(end)}
      onClose={() => onSearch(null)}
      onType={(text) => places.type(end, text)}
      // A field without a point shows no error on blur, because a press on a button beside the field may set the point.
      onBlur={() => draft[end].point && ride.touch(end)}
      onPick={() => places.ask(end)}
      onHere={() => void places.here(end)}
      onChoose={(choice) => places.choose(end, choice)}
    />
  );
  const isCovered = slot !== undefined && searching !== null;
  return (
    <div className={classes.fields}>
      {ride.isReturned && (
        <FieldNote text={t('rides.draft_returned')} action={t('rides.start_new')} onAction={ride.startNew} />
      )}
      {ends.map((end) => (
        <Fragment key={end}>
          {field(end)}
          <PlaceNote end={end} ride={ride} isCovered={isCovered} />
        </Fragment>
      ))}
      {!isCovered && (
        <div className={classes.saves}>
          {ends.map((end) => (
            <SavePlace key={end} end={end} place={draft[end]} />
          ))}
        </div>
      )}
    </div>
  );
}
