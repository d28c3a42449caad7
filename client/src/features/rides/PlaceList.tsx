import type { Point } from '@boli/shared/core/fields';
import { Box, Group, Stack, Text } from '@mantine/core';
import { IconMap2, IconMapPin, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { t } from '../../core/t';
import { PlaceOption } from './PlaceOption';
import classes from './PlaceSearch.module.css';
import type { PlaceChoice } from './place-choices';
import { AGAIN, idsOf, ON_MAP, type PlaceRows, TYPED } from './place-rows';

interface PlaceListProps {
  /** The id of the listbox. */
  id: string;
  label: string;
  rows: PlaceRows;
  active: string | null;
  near: Point;
  onChoose: (id: string) => void;
}

/** The id of a row's element, for `aria-activedescendant`; undefined without a row. */
export const rowId = (list: string, rows: PlaceRows, row: string | null): string | undefined =>
  row === null ? undefined : `${list}-${idsOf(rows).indexOf(row)}`;

function Plain({ icon: Icon, title, detail }: { icon: typeof IconMap2; title: string; detail?: string }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <span className={classes.icon}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </span>
      <Stack gap={0} miw={0} flex={1}>
        <Text fw="var(--mantine-font-weight-medium)">{title}</Text>
        {detail && (
          <Text size="meta" className={classes.aside ?? ''}>
            {detail}
          </Text>
        )}
      </Stack>
    </Group>
  );
}

/** The list of a place field: saved, recent and found places, then typed coordinates, Try again, and the map. */
export function PlaceList({ id, label, rows, active, near, onChoose }: PlaceListProps) {
  const { saved, recent, found } = rows.choices;
  const activeId = rowId(id, rows, active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const row = (key: string, content: ReactNode) => (
    <Box
      key={key}
      role="option"
      id={rowId(id, rows, key)}
      aria-selected={key === active}
      className={classes.option}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(key)}
    >
      {content}
    </Box>
  );
  const places = (choices: readonly PlaceChoice[]) =>
    choices.map((choice) => row(choice.id, <PlaceOption choice={choice} near={near} />));
  const group = (name: string, choices: readonly PlaceChoice[]) =>
    choices.length > 0 && (
      <Box role="group" aria-label={name}>
        <Text size="meta" className={classes.group ?? ''} aria-hidden>
          {name}
        </Text>
        {places(choices)}
      </Box>
    );
  return (
    <>
      <Text size="meta" c="dimmed" role="status" className={classes.note ?? ''}>
        {rows.note}
      </Text>
      <Box role="listbox" id={id} aria-label={label}>
        {group(t('places.saved'), saved)}
        {group(t('places.recent'), recent)}
        {places(found)}
        {rows.typed && row(TYPED, <Plain icon={IconMapPin} title={rows.typed} detail={t('places.use_point')} />)}
        {rows.again && row(AGAIN, <Plain icon={IconRefresh} title={rows.again} />)}
        {rows.hasMap &&
          row(ON_MAP, <Plain icon={IconMap2} title={t('rides.choose_on_map')} detail={t('places.on_map_hint')} />)}
      </Box>
      {found.length > 0 && (
        <Text size="meta" c="dimmed" className={classes.note ?? ''}>
          {t('map.osm')}
        </Text>
      )}
    </>
  );
}
