import classes from './Admin.module.css';
import { Exports } from './Exports';
import { Payouts } from './Payouts';
import { Promos } from './Promos';
import { RevenueChart } from './RevenueChart';

/** Money: revenue over time, payouts to drivers, promo codes, files for the bookkeeper. */
export function MoneyTab() {
  return (
    <div className={classes.parts}>
      <RevenueChart />
      <Payouts />
      <Promos />
      <Exports />
    </div>
  );
}
