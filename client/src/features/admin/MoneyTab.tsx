import classes from './Admin.module.css';
import { Exports } from './Exports';
import { Payouts } from './Payouts';
import { Promos } from './Promos';
import { Refunds } from './Refunds';
import { RevenueChart } from './RevenueChart';

/** Money: revenue over time, payouts to drivers, refunds, promo codes, files for the bookkeeper. */
export function MoneyTab() {
  return (
    <div className={classes.parts}>
      <RevenueChart />
      <Payouts />
      <Refunds />
      <Promos />
      <Exports />
    </div>
  );
}
