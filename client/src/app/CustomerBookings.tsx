import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { t } from '../core/t';
import { MyBookings } from '../features/bookings/MyBookings';
import { QuotesStrip, rideWithQuotes } from '../features/rides/home/QuotesStrip';
import { useOpenRideForm } from '../features/rides/home/use-open-ride-form';
import { sortRides, useRides } from '../features/rides/rides.store';

/** Active Bookings; while the customer has none, the search for a drop and the newest open request that has quotes. */
export function CustomerBookings() {
  const { search } = useOpenRideForm();
  const ride = rideWithQuotes(sortRides(useRides(({ byId }) => byId)));
  const action = (
    <Button fullWidth leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />} onClick={search}>
      {t('home.where_to')}
    </Button>
  );
  return (
    <MyBookings
      side="customer"
      empty={{ hint: t('bookings.empty_hint'), action, below: ride && <QuotesStrip ride={ride} /> }}
    />
  );
}
