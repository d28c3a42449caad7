import { estimatedRoadKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { Button, Text } from '@mantine/core';
import { IconBriefcase, IconChevronRight, IconHome } from '@tabler/icons-react';
import { kmText } from '../../../core/road';
import { t } from '../../../core/t';
import { placeIcon } from '../PlaceOption';
import type { PlaceChoice } from '../place-choices';
import classes from './Home.module.css';

interface PlacesProps {
  places: readonly PlaceChoice[];
  onChoose: (place: PlaceChoice) => void;
}

function Row({ place, me, onChoose }: { place: PlaceChoice; me: Point | null; onChoose: () => void }) {
  const Sign = placeIcon(place.kind);
  const km = me && kmText({ distance_km: estimatedRoadKm(me, place.point), source: 'estimate' });
  const detail = [place.detail, km].filter(Boolean).join(' · ');
  return (
    <button type="button" className="boli-row" onClick={onChoose}>
      <span className={classes.sign}>
        <Sign size={20} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.words}>
        <Text span truncate fw="var(--mantine-font-weight-medium)">
          {place.title}
        </Text>
        {detail && (
          <Text span truncate size="meta" c="dimmed">
            {detail}
          </Text>
        )}
      </span>
      <IconChevronRight size={20} stroke={1.75} aria-hidden />
    </button>
  );
}

/** Places to ride to with one tap, each with its estimated distance by road from `me`, if that position is known. */
export function PlaceRows({ places, me, onChoose }: PlacesProps & { me: Point | null }) {
  return (
    <ul className={`boli-rows ${classes.rows}`} aria-label={t('home.places')}>
      {places.map((place) => (
        <li key={place.id}>
          <Row place={place} me={me} onChoose={() => onChoose(place)} />
        </li>
      ))}
    </ul>
  );
}

/** The places of `PlaceRows` as chips in one line. */
export function PlaceChips({ places, onChoose }: PlacesProps) {
  return (
    <ul className={classes.chips} data-sideways="true" aria-label={t('home.places')}>
      {places.map((place) => {
        const Sign = placeIcon(place.kind);
        return (
          <li key={place.id}>
            <Button
              className={classes.chip ?? ''}
              variant="default"
              size="sm"
              leftSection={<Sign size={20} stroke={1.75} aria-hidden />}
              onClick={() => onChoose(place)}
            >
              {place.title}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** The buttons that add Home and Work on a first visit. */
export function AddPlaces({ labels, onAdd }: { labels: readonly string[]; onAdd: (label: string) => void }) {
  return (
    <div className={classes.chips} data-sideways="true">
      {labels.map((label) => {
        const Sign = label === t('places.home') ? IconHome : IconBriefcase;
        return (
          <Button
            key={label}
            className={classes.chip ?? ''}
            variant="default"
            size="sm"
            leftSection={<Sign size={20} stroke={1.75} aria-hidden />}
            onClick={() => onAdd(label)}
          >
            {t('home.add', { label })}
          </Button>
        );
      })}
    </div>
  );
}
