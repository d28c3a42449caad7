import { inClient, inServer, inShared } from '../row-mutant.mjs';

const constants = 'core/constants.ts';
const shifted = (row, name, from, to) =>
  inShared(row, constants, `export const ${name} = ${from};`, `export const ${name} = ${to};`);

/** The mutants for section 9 of docs/specification.md: business constants and limits. */
export const limits = [
  shifted('K1', 'PLATFORM_FEE_PERCENT', '10', '11'),
  shifted('K1', 'CURRENCY', "'INR'", "'USD'"),
  shifted('K2', 'SCHEDULE_LEAD_MINUTES', '30', '29'),
  shifted('K3', 'DEFAULT_CENTER', '{ lat: 28.6139, lng: 77.209 } as const', '{ lat: 28.6139, lng: 77.2 } as const'),
  inClient('K4', 'core/geolocation.ts', 'enableHighAccuracy: true', 'enableHighAccuracy: false'),
  inClient('K4', 'core/geolocation.ts', 'maximumAge: 0', 'maximumAge: 1000'),
  shifted('K4', 'GEOLOCATION_TIMEOUT_MS', '10_000', '20_000'),
  shifted('K5', 'ZOOM_NEAR', '13', '14'),
  shifted('K6', 'ZOOM_QUOTES', '12', '11'),
  shifted('K7', 'MAP_HEIGHT_PX', '400', '300'),
  shifted('K8', 'QUOTE_MARKER_OFFSET_DEG', '0.01', '0.02'),
  shifted('K9', 'QUOTES_POLL_MS', '5_000', '6_000'),
  shifted('K9', 'CUSTOMER_POLL_MS', '5_000', '6_000'),
  shifted('K9', 'OPEN_REQUESTS_POLL_MS', '10_000', '11_000'),
  shifted('K10', 'ADDRESS_DELAY_MS', '500', '400'),
  shifted('K11', 'ADDRESS_MAX_PARTS', '4', '3'),
  inServer('K11', 'geo/address.ts', 'const FEW_PARTS = 3;', 'const FEW_PARTS = 2;'),
  inServer('K11', 'geo/address.ts', 'lat: lat.toFixed(6)', 'lat: lat.toFixed(5)'),
  inClient('K12', 'features/bookings/Stars.tsx', "3: 'ratings.3'", "3: 'ratings.2'"),
  inClient('K12', 'ui/Rating.tsx', '{average.toFixed(1)}\n        </Text>', '{average.toFixed(2)}\n        </Text>'),
  shifted('K13', 'SHORT_ID_LENGTH', '8', '7'),
  inServer('K14', 'promos/promos.service.ts', 'value: 50_00,', 'value: 40_00,'),
  inServer('K14', 'promos/promos.service.ts', 'value: 100_00,', 'value: 90_00,'),
  shifted('K15', 'MAX_UPLOAD_BYTES', '5_242_880', '5_242_879'),
  inShared('K15', 'drivers/drivers.schema.ts', 'rc_document: { pdf: true },', 'rc_document: { pdf: false },'),
  inShared(
    'K16',
    'bookings/bookings.schema.ts',
    "['all', 'completed', 'cancelled'] as const",
    "['all', 'completed', 'cancelled', 'rejected'] as const",
  ),
  shifted('K17', 'TOAST_MS', '4_000', '5_000'),
  shifted('K17', 'TOAST_SUCCESS_MS', '3_000', '4_000'),
  shifted('K17', 'TOAST_MAX', '3', '4'),
  inClient('K17', 'core/toast.ts', 'persist: true,'),
  shifted('K18', 'INSTALL_DISMISSAL_DAYS', '7', '8'),
  shifted('K19', 'UPDATE_CHECK_MS', '60_000', '90_000'),
  inClient('K20', 'features/admin/admin.actions.ts', "'SETTLEMENT_'", "''"),
  inShared(
    'K21',
    'bookings/bookings.schema.ts',
    "bookingMethods = ['cash', 'phonepe', 'google_pay', 'paytm']",
    "bookingMethods = ['cash', 'phonepe', 'google_pay']",
  ),
];
