import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { FoundPlace } from '@boli/shared/geo/geo.schema';
import { Group, Stack, Text } from '@mantine/core';
import {
  IconBuildingHospital,
  IconBuildingStore,
  IconHome,
  IconMapPin,
  IconPlane,
  IconRoad,
  IconSchool,
  IconToolsKitchen2,
  IconTrain,
  IconTrees,
} from '@tabler/icons-react';
import { t } from '../../core/t';

const icons: Partial<Record<FoundPlace['kind'], typeof IconMapPin>> = {
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

/** A place that was found: what it is, where, and how far from here in a straight line. */
export function PlaceOption({ place, near }: { place: FoundPlace; near: Point }) {
  const Icon = icons[place.kind] ?? IconMapPin;
  return (
    <Group gap="sm" wrap="nowrap">
      <Icon size={20} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
      <Stack gap={0} miw={0} flex={1}>
        <Text truncate fw="var(--mantine-font-weight-medium)">
          {place.name}
        </Text>
        <Text truncate size="meta" c="dimmed">
          {place.detail}
        </Text>
      </Stack>
      <Text size="meta" c="dimmed" flex="none">
        {t('rides.distance', { km: distanceKm(near, place).toFixed(1) })}
      </Text>
    </Group>
  );
}
