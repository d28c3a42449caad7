import { Stack } from '@mantine/core';
import { Exports } from './Exports';
import { Payouts } from './Payouts';
import { Promos } from './Promos';
import { Refunds } from './Refunds';
import { RevenueChart } from './RevenueChart';
import { Reviews } from './Reviews';

/** Money: revenue over time, payouts to drivers, refunds, rides to look at, promo codes, files for the bookkeeper. */
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
