import { MOST_DRIVERS_NEAR } from '@boli/shared/drivers/drivers.schema';
import { Flex } from '@mantine/core';
import { IconCar } from '@tabler/icons-react';
import { t } from '../../core/t';

function textOf(count: number): string {
  if (count === 0) return t('rides.drivers_near_none');
  return t(count < MOST_DRIVERS_NEAR ? 'rides.drivers_near' : 'rides.drivers_near_many', { count });
}

/** "3 drivers near the pickup"; nothing while the count is not known (null). */
export function DriversNear({ count }: { count: number | null }) {
  if (count === null) return null;
  return (
    <Flex component="p" gap="snug" align="center" c="dimmed" fz="sm" lh="sm" role="status">
      <IconCar size={18} stroke={1.75} aria-hidden />
      {textOf(count)}
    </Flex>
  );
}
