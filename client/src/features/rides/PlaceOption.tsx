import { estimatedRoadKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { Group, Stack, Text } from '@mantine/core';
import {
  IconBookmark,
  IconBriefcase,
  IconBuildingHospital,
  IconBuildingStore,
  IconHistory,
  IconHome,
  IconMapPin,
  IconPlane,
  IconRoad,
  IconSchool,
  IconToolsKitchen2,
  IconTrain,
  IconTrees,
} from '@tabler/icons-react';
import { kmText } from '../../core/road';
import classes from './PlaceSearch.module.css';
import type { PlaceChoice } from './place-choices';

const icons: Partial<Record<PlaceChoice['kind'], typeof IconMapPin>> = {
  home: IconHome,
  work: IconBriefcase,
  saved: IconBookmark,
  recent: IconHistory,
  street: IconRoad,
  station: IconTrain,
  airport: IconPlane,
  hospital: IconBuildingHospital,
  school: IconSchool,
  shop: IconBuildingStore,
  food: IconToolsKitchen2,
  park: IconTrees,
  address: IconHome,
};

/** The icon of a kind of place. */
export const placeIcon = (kind: PlaceChoice['kind']) => icons[kind] ?? IconMapPin;

/** An offered place: the icon of its kind, its name and address, and its estimated distance by road from `near`. */
export function PlaceOption({ choice, near }: { choice: PlaceChoice; near: Point }) {
  const Icon = placeIcon(choice.kind);
  return (
    <Group gap="sm" wrap="nowrap">
      <span className={classes.icon}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </span>
      <Stack gap={0} miw={0} flex={1}>
        <Text truncate fw="var(--mantine-font-weight-medium)">
          {choice.title}
        </Text>
        <Text truncate size="meta" className={classes.aside ?? ''}>
          {choice.detail}
        </Text>
      </Stack>
      <Text size="meta" flex="none" className={classes.aside ?? ''}>
        {kmText({ distance_km: estimatedRoadKm(near, choice.point), source: 'estimate' })}
      </Text>
    </Group>
  );
}
