import { Text } from '@mantine/core';
import { useEffect } from 'react';
import { formatMoney } from '../../core/money';
import { indiaDay } from '../../core/periods';
import { t } from '../../core/t';
import { useNow } from '../../core/time';
import { loadToday, useDriver } from './drivers.store';

const CHECK_EVERY_MS = 60_000;

/** The driver's earnings and rides of today, by India's calendar; renders nothing until they are known. */
export function Today() {
  const now = useNow(CHECK_EVERY_MS);
  const day = indiaDay(now);
  const today = useDriver((driver) => driver.today);
  // Today's earnings are read again when the driver's totals change.
  const total = useDriver(({ earnings }) => earnings && `${earnings.total_earnings} ${earnings.completed_rides}`);
  const key = total && `${day} ${total}`;
  useEffect(() => {
    if (key) void loadToday();
  }, [key]);
  if (today?.date !== day) return null;
  return (
    <Text span inherit c="dimmed" className="tabular">
      {t('drivers.today', { amount: formatMoney(today.earnings), rides: today.rides })}
    </Text>
  );
}
