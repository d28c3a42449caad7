import { afterEach, describe, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { ProfileForm } from '../features/drivers/profile/ProfileForm';
import { QuoteDialog } from '../features/rides/offers/QuoteDialog';
import {
  booking,
  Details,
  detailsRest,
  expectWords,
  nothing,
  reply,
  reset,
  type Situation,
  type,
} from '../testing/failures';
import { press } from '../testing/press';
import { aRide } from '../testing/ride.builder';
import { AdminDashboard } from './AdminDashboard';

const settlement = {
  ...{ id: 's1', booking_id: booking.id, driver_id: 'd1', driver_name: 'Ravi Kumar' },
  ...{ platform_fee: 24, discount_credit: 0, net_due: 24, due_date: '2026-11-28T00:00:00.000Z' },
};
const verification = {
  user: { id: 'u2', name: 'Pooja Kashyap', email: 'pooja@example.in' },
  profile: { id: 'p2', car_model: 'Hyundai Aura', experience_years: 3, license_number: 'DL-2' },
  shared_license: false,
};

const adminReads = {
  'GET /admin/stats': reply({
    total_platform_earnings: 24,
    pending_collections: 24,
    collected_this_month: 0,
    total_rides: 1,
  }),
  'GET /admin/settlements/pending': reply([settlement]),
  'GET /admin/commissions/by-driver': reply([]),
  'GET /admin/drivers/pending-verification': reply([verification]),
};

function chooseFile(name: string): void {
  const input = document.querySelector(`input[type=file][name=${name}]`);
  if (input) fireEvent.change(input, { target: { files: [new File(['x'], `${name}.png`, { type: 'image/png' })] } });
}

const situations: Record<string, Situation> = {
  'Booking status update failure': {
    call: `PUT /bookings/${booking.id}/status`,
    fallback: 'Failed to update booking',
    part: () => <Details side="driver" over={{}} />,
    rest: detailsRest({}),
    act: () => press('Accept'),
  },
  'Ride details fail to load': {
    call: `GET /rides/request/${booking.ride_request_id}`,
    fallback: 'Failed to load ride details',
    part: () => <Details side="driver" over={{}} />,
    rest: detailsRest({}),
  },
  'Profile save failure': {
    call: 'POST /driver/profile',
    fallback: 'Failed to save profile',
    part: () => <ProfileForm profile={null} onSaved={nothing} />,
    act: () => {
      type('Car Model', 'Maruti Suzuki Dzire');
      type('Years of Experience', '7');
      type('License Number', 'DL-1');
      for (const name of ['driver_photo', 'vehicle_image', 'rc_document', 'license_document', 'fitness_document']) {
        chooseFile(name);
      }
      return press('Create Profile');
    },
  },
  'Quote submission failure': {
    call: 'POST /quotes/create',
    fallback: 'Failed to submit quote',
    part: () => <QuoteDialog ride={aRide()} isOpen opened onClose={nothing} onQuote={nothing} />,
    act: () => {
      type('Your Price (₹)', '240');
      return press('Submit Quote');
    },
  },
  'Admin data load failure': {
    call: 'GET /admin/settlements/pending',
    fallback: 'Failed to load admin data',
    part: () => <AdminDashboard />,
    rest: adminReads,
  },
  'Driver status update failure': {
    call: 'PUT /admin/drivers/u2/verify',
    fallback: 'Failed to update driver status',
    part: () => <AdminDashboard />,
    rest: adminReads,
    act: async () => {
      fireEvent.click(await screen.findByRole('tab', { name: /Pending Verifications/ }));
      await press('Approve');
    },
  },
  'Settlement update failure': {
    call: 'PUT /admin/settlements/s1',
    fallback: 'Failed to update settlement',
    part: () => <AdminDashboard />,
    rest: adminReads,
    act: () => press('Mark Paid'),
  },
};

afterEach(reset);

describe('a failed action', () => {
  test.each(Object.entries(situations))(
    '%s: shows the text of the server, else the text of the specification',
    async (_name, situation) => expectWords(situation),
  );
});
