import { MOST_DRIVERS_NEAR } from '@boli/shared/drivers/drivers.schema';
import { Flex } from '@mantine/core';
import { IconCar } from '@tabler/icons-react';
import { t } from '../../core/t';

function textOf(count: number): string {
  if (count === 0) return t('rides.drivers_near_none');
  return t(count < MOST_DRIVERS_NEAR ? 'rides.drivers_near' : 'rides.drivers_near_many', { count });
}

interface DriversNearProps {
  /** Null while it is not known. */
  count: number | null;
  /** Whether the line keeps its place while the count is not known: nothing below must move when the count appears. */
  keepsPlace?: boolean;
}

/** "3 drivers near the pickup"; no words while the count is not known. */
export function DriversNear({ count, keepsPlace = false }: DriversNearProps) {
  if (count === null && !keepsPlace) return null;
  return (
    <Flex component="p" gap="snug" align="center" c="dimmed" fz="sm" lh="sm" role="status">
      {count === null ? (
        '\u00a0'
      ) : (
        <>
          <IconCar size={18} stroke={1.75} aria-hidden />
          {textOf(count)}
        </>
      )}
    </Flex>
  );
}
