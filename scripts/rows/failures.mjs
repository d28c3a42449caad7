import { inClient, inServer } from '../row-mutant.mjs';

const rides = 'features/rides';
const bookings = 'features/bookings';

/** A mutant that gives a failure another text. */
const reworded = (row, file, line, key) => inClient(row, file, line, line.replace(key, 'common.invalid'));

/** The mutants for section 8 of docs/specification.md: the situations in which a call fails. */
export const failures = [
  reworded('M1', 'features/auth/LoginForm.tsx', "errorText(error, 'auth.login_failed')", 'auth.login_failed'),
  reworded('M2', 'features/auth/RegisterForm.tsx', "errorMessage: 'auth.register_failed'", 'auth.register_failed'),
  reworded('M3', `${rides}/use-create-ride.ts`, "errorMessage: 'rides.create_failed'", 'rides.create_failed'),
  reworded('M4', 'features/promos/PromoInput.tsx', "errorMessage: 'promo.invalid'", 'promo.invalid'),
  reworded('M5', 'features/payments/use-payment.ts', "let fallback: MessageKey = 'payments.failed'", 'payments.failed'),
  reworded(
    'M6',
    `${rides}/quotes/SelectPaymentDialog.tsx`,
    "errorMessage: 'bookings.create_failed'",
    'bookings.create_failed',
  ),
  reworded('M7', `${bookings}/RateRide.tsx`, "errorMessage: 'ratings.failed'", 'ratings.failed'),
  reworded('M8', `${bookings}/CancelBooking.tsx`, "errorMessage: 'cancel.failed'", 'cancel.failed'),
  reworded(
    'M9',
    'features/payments/use-payment.ts',
    "errorMessage: 'payments.method_failed'",
    'payments.method_failed',
  ),
  reworded(
    'M9',
    'features/payments/ChangeMethod.tsx',
    "errorMessage: 'payments.method_failed'",
    'payments.method_failed',
  ),
  reworded(
    'M10',
    `${bookings}/BookingActions.tsx`,
    "errorMessage: 'bookings.update_failed',\n      onSuccess",
    'bookings.update_failed',
  ),
  reworded('M11', 'features/payments/use-payment.ts', "fallback = 'payments.verify_failed'", 'payments.verify_failed'),
  reworded('M12', `${bookings}/BookingDetails.tsx`, "errorText(error, 'rides.details_failed')", 'rides.details_failed'),
  reworded('M13', `${bookings}/PaymentBox.tsx`, "errorMessage: 'payments.mark_failed'", 'payments.mark_failed'),
  reworded(
    'M14',
    'features/contacts/AddContactDialog.tsx',
    "errorMessage: 'contacts.add_failed'",
    'contacts.add_failed',
  ),
  reworded('M15', 'features/contacts/Contacts.tsx', "errorMessage: 'contacts.remove_failed'", 'contacts.remove_failed'),
  reworded(
    'M16',
    'features/drivers/profile/ProfileForm.tsx',
    "errorText(error, 'drivers.save_failed')",
    'drivers.save_failed',
  ),
  reworded('M17', `${rides}/offers/use-offer.ts`, "errorMessage: 'quotes.submit_failed'", 'quotes.submit_failed'),
  reworded('M18', 'features/admin/admin.store.ts', "errorText(error, 'admin.load_failed')", 'admin.load_failed'),
  reworded('M19', 'features/admin/VerificationCard.tsx', "errorMessage: 'admin.driver_failed'", 'admin.driver_failed'),
  reworded(
    'M20',
    'features/admin/PendingSettlements.tsx',
    "errorMessage: 'admin.settlement_failed'",
    'admin.settlement_failed',
  ),
  reworded('M21', 'features/payments/use-payment.ts', "t('payments.script_failed')", 'payments.script_failed'),
  reworded('M22', `${rides}/use-device-position.ts`, "else toast.error(t('geo.failed'))", 'geo.failed'),
  reworded(
    'M23',
    'features/favorites/FavoriteHeart.tsx',
    "errorMessage: kept ? 'favorites.remove_failed'",
    'favorites.remove_failed',
  ),
  reworded('M24', `${rides}/use-opening-position.ts`, "toast.info(t('geo.default_map'))", 'geo.default_map'),
  reworded(
    'M25',
    `${rides}/use-opening-position.ts`,
    "toast.info(t('geo.not_supported_manual'))",
    'geo.not_supported_manual',
  ),
  inClient('M26', 'core/address.ts', 'const DECIMALS = 6;', 'const DECIMALS = 5;'),
  inServer('M26', 'geo/address.ts', 'lng: lng.toFixed(6)', 'lng: lng.toFixed(5)'),
  inClient(
    'M27',
    'ui/LoadFailed.tsx',
    'export function LoadFailed({ onRetry, title, onBack }: LoadFailedProps) {',
    "import { toast } from '../core/toast';\nexport function LoadFailed({ onRetry, title, onBack }: LoadFailedProps) {\n  toast.error(t('common.could_not_load'));",
  ),
  inClient(
    'M28',
    `${bookings}/sharing/use-location-sharing.ts`,
    "record(bookingId, sentAt, isTransient(error) ? 'offline' : 'refused');",
    "toast.error(t('common.invalid'));\n    record(bookingId, sentAt, isTransient(error) ? 'offline' : 'refused');",
  ),
];
