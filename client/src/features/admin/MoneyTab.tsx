import { Stack } from '@mantine/core';
import { Exports } from './Exports';
import { Payouts } from './Payouts';
import { Promos } from './Promos';
import { Refunds } from './Refunds';
import { RevenueChart } from './RevenueChart';
import { Reviews } from './Reviews';

/** The Money tab: revenue over time, payouts to drivers, refunds, rides to review, promo codes and CSV exports. */
export function MoneyTab() {
  return (
    <Stack gap="xxl">
      <RevenueChart />
      <Payouts />
      <Refunds />
      <Reviews />
      <Promos />
      <Exports />
    </Stack>
  );
}
