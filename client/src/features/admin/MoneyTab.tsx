import { Stack } from '@mantine/core';
import { Calibration } from './Calibration';
import { Exports } from './Exports';
import { Payouts } from './Payouts';
import { Promos } from './Promos';
import { Refunds } from './Refunds';
import { RevenueChart } from './RevenueChart';
import { Reviews } from './Reviews';

/** The Money tab: revenue over time, payouts to drivers, refunds, rides to review, promo codes, the
 * calibration of the odds of a cheaper quote, and CSV exports. */
export function MoneyTab() {
  return (
    <Stack gap="xxl">
      <RevenueChart />
      <Payouts />
      <Refunds />
      <Reviews />
      <Promos />
      <Calibration />
      <Exports />
    </Stack>
  );
}
