import { inClient, inServer, inShared } from '../row-mutant.mjs';

const rides = 'features/rides';
const bookings = 'features/bookings';
const profile = 'features/drivers/profile';

/** The mutants for section 5 of docs/specification.md: validation rules. */
export const validation = [
  inClient('V1', 'features/auth/LoginForm.tsx', 'type="email"', 'type="text"'),
  inShared('V1', 'auth/auth.schema.ts', ".min(1, says('auth.password_required'))\n  .max(128", '.max(128'),
  inClient(
    'V2',
    'features/auth/RegisterForm.tsx',
    'config?.password_min_length ?? 8',
    'config?.password_min_length ?? 9',
  ),
  inShared('V2', 'auth/auth.schema.ts', '.max(128,', '.max(64,'),
  inShared('V3', 'rides/rides.schema.ts', 'ahead < SCHEDULE_LEAD_MINUTES * MINUTE_MS - SCHEDULE_GRACE_MS', 'ahead < 0'),
  inClient('V3', `${rides}/ScheduleField.tsx`, 'min={earliestTime(new Date(now))}'),
  inClient('V4', `${rides}/RideParts.tsx`, "{t('rides.points_required')}"),
  inShared('V4', 'rides/rides.schema.ts', "says('rides.points_required') }", "says('common.required') }"),
  inShared(
    'V5',
    'rides/rides.schema.ts',
    "pickup_location: place('rides.pickup_required'),",
    'pickup_location: z.string(),',
  ),
  inShared('V5', 'rides/rides.schema.ts', "drop_location: place('rides.drop_required'),", 'drop_location: z.string(),'),
  inClient('V6', 'features/promos/PromoInput.tsx', ".min(1, says('promo.required'))"),
  inShared(
    'V6',
    'promos/promos.schema.ts',
    ".toUpperCase()\n  .min(1, says('promo.required'))",
    ".min(1, says('promo.required'))",
  ),
  inClient(
    'V6',
    'features/promos/PromoInput.tsx',
    'promo_code.trim().toUpperCase()',
    'promo_code.trim().toLowerCase()',
  ),
  inClient(
    'V7',
    `${rides}/quotes/SelectPaymentDialog.tsx`,
    "initial: { method: 'cash', held: null }",
    "initial: { method: 'paytm', held: null }",
  ),
  inClient('V8', 'features/payments/PaymentModal.tsx', "initial: { way: 'online' }", "initial: { way: 'upi' }"),
  inClient(
    'V9',
    'features/payments/PaymentModal.tsx',
    "if (chosen === null) return toast.error(t('payments.method_required'));",
    'if (chosen === null) return;',
  ),
  inShared(
    'V9',
    'bookings/bookings.schema.ts',
    "z.enum(paymentMethods, says('payments.method_required')),",
    'z.enum(paymentMethods),',
  ),
  inClient('V10', `${bookings}/RateRide.tsx`, 'disabled={values.rating === null}'),
  inShared('V10', 'ratings/ratings.schema.ts', ".number(says('ratings.required'))", '.number()'),
  inClient(
    'V11',
    `${bookings}/CancelBooking.tsx`,
    "if (!words) return { error: t('cancel.reason_required') };",
    "if (!words) return { reason: '' };",
  ),
  inShared(
    'V11',
    'bookings/bookings.schema.ts',
    "text(500, 'cancel.reason_required', 'cancel.reason_long')",
    "text(500, 'common.required', 'cancel.reason_long')",
  ),
  inClient(
    'V12',
    `${rides}/use-device-position.ts`,
    "if (kind === 'denied') toast.error(t('geo.not_available'));",
    "if (kind === 'denied') return;",
  ),
  inClient('V12', `${bookings}/sharing/use-location-sharing.ts`, 'if (!isQuiet) toast.error(t(failures[kind]));'),
  inClient(
    'V13',
    `${rides}/use-device-position.ts`,
    "else if (kind === 'unsupported') toast.error(t('geo.not_supported'));",
    "else if (kind === 'unsupported') return;",
  ),
  inShared(
    'V14',
    'contacts/contacts.schema.ts',
    "name: text(100, 'contacts.name_required', 'contacts.name_long'),",
    'name: z.string(),',
  ),
  inShared(
    'V14',
    'contacts/contacts.schema.ts',
    "phone: text(40, 'contacts.phone_required', 'common.phone').pipe(Phone),",
    'phone: z.string(),',
  ),
  inShared('V15', 'drivers/drivers.schema.ts', ".min(0, says('drivers.years_range'))"),
  inShared(
    'V15',
    'drivers/drivers.schema.ts',
    "car_model: text(100, 'drivers.car_required'),",
    'car_model: z.string(),',
  ),
  inClient('V16', `${profile}/use-documents.ts`, "toast.error(t('drivers.all_documents'), ALL);"),
  inServer('V16', 'drivers/drivers.service.ts', 'checkAllDocuments(uploaded.paths);'),
  inClient(
    'V17',
    `${profile}/use-documents.ts`,
    '!files[kind] && !profile?.[kind]);\n    const [first] = missing;\n    if (profile || !first) return null;',
    '!files[kind]);\n    const [first] = missing;\n    if (!first) return null;',
  ),
  inServer('V17', 'drivers/drivers.service.ts', '...(upi_id !== undefined && { upi_id }),'),
  inClient('V18', `${profile}/documents.ts`, "if (file.size > MAX_UPLOAD_BYTES) return 'drivers.file_too_large';"),
  inServer('V18', 'uploads/form.ts', 'return large && tooLargeFile(large.fieldname);', 'return undefined;'),
  inShared('V19', 'drivers/drivers.schema.ts', 'driver_photo: { pdf: false },', 'driver_photo: { pdf: true },'),
  inServer('V19', 'drivers/drivers.policy.ts', 'if (pdf) return;', 'return;'),
  inShared('V20', 'core/fields.ts', ".min(0, says('quotes.price_range'))"),
  inClient('V20', `${rides}/offers/QuotePrice.tsx`, 'step={0.01}', 'step={1}'),
];
