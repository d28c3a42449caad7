import { inClient, inServer, inShared } from '../row-mutant.mjs';

/** Section 3: entities and their fields. */
export const entities = [
  inClient('E1', 'features/auth/RegisterForm.tsx', "admin_code: '', phone: ''", "admin_code: '', phone: '100'"),
  inClient('E2', 'core/token.ts', "const KEY = 'token';", "const KEY = 'session';"),
  inServer('E2', 'auth/auth.presenter.ts', 'access_token: token, ', 'token, '),
  inClient(
    'E3',
    'features/rides/ride-draft.ts',
    'planned && !Number.isNaN(planned.getTime()) ? planned.toISOString() : null',
    'time || null',
  ),
  inShared('E3', 'rides/rides.schema.ts', '(ride.is_scheduled ? ride : { ...ride, scheduled_time: null })', 'ride'),
  inClient('E4', 'features/rides/CreateRideDialog.tsx', "id: 'drop', kind: 'drop'", "id: 'drop', kind: 'pickup'"),
  inServer('E5', 'rides/rides.presenter.ts', 'is_scheduled: ride.is_scheduled,'),
  inClient(
    'E6',
    'features/rides/quotes/QuoteFacts.tsx',
    'quote.experience_years ?? quote.experience',
    'quote.experience_years',
  ),
  inServer('E6', 'rides/quotes.presenter.ts', 'license_number: quote.license_number,', "license_number: '',"),
  inServer('E7', 'bookings/bookings.presenter.ts', "mayCall && audience === 'driver' ?", 'mayCall ?'),
  inServer(
    'E7',
    'bookings/bookings.presenter.ts',
    "agreed && audience === 'customer' && paysDriver",
    "audience === 'customer' && paysDriver",
  ),
  inClient('E8', 'features/rides/quotes/SelectPaymentDialog.tsx', 'discount_amount: applied?.discount_amount ?? 0,'),
  inServer('E9', 'promos/promos.presenter.ts', 'final_amount: toRupees(final),'),
  inServer('E10', 'payments/orders.service.ts', ', key_id: gateway.keyId }', ", key_id: '' }"),
  inShared('E11', 'ratings/ratings.schema.ts', ".max(1000, says('ratings.review_long'))"),
  inServer('E11', 'ratings/ratings.service.ts', 'rating: input.rating,', 'rating: 1,'),
  inServer(
    'E12',
    'bookings/bookings.steps.ts',
    "to: 'cancelled', party: partyOf(actor, booking)",
    "to: 'cancelled', party: 'customer'",
  ),
  inServer('E13', 'bookings/bookings.presenter.ts', 'rating: booking.rating,\n    pickup_location', 'pickup_location'),
  inServer('E14', 'favorites/favorites.presenter.ts', 'total_ratings: profile.total_ratings,'),
  inServer('E15', 'contacts/contacts.presenter.ts', 'phone: contact.phone, '),
  inServer('E16', 'drivers/drivers.presenter.ts', 'rc_document: fileAddress(profile.rc_document, viewerId),'),
  inServer('E17', 'settlements/settlements.presenter.ts', 'platform_fees_paid: toRupees(sums.fees_paid_paise),'),
  inServer(
    'E19',
    'settlements/settlements.presenter.ts',
    'payment_reference: settlement.payment_reference,\n    paid_at',
    'payment_reference: null,\n    paid_at',
  ),
  inServer('E20', 'drivers/drivers.presenter.ts', "email: context.person?.email ?? ''", "email: ''"),
];
