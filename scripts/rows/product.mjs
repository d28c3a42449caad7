import { inClient, inShared } from '../row-mutant.mjs';

/** The mutants for section 1 of docs/specification.md: purpose and users. */
export const product = [
  inClient(
    'P1',
    'features/auth/RegisterForm.tsx',
    "onChoose={(chosen) => form.set('role', chosen)}",
    'onChoose={() => undefined}',
  ),
  inClient('P2', 'app/CustomerDashboard.tsx', "{tab === 'rides' && <CustomerRides />}"),
  inClient('P3', 'app/OpenOffers.tsx', '{isShown && <DriverOffers offers={offers} mapPlace={mapPlace} />}'),
  inClient('P4', 'app/AdminDashboard.tsx', '<PendingVerifications rows={figures.verifications.rows} />'),
  inClient('P5', 'core/money.ts', "locale, { style: 'currency', currency: CURRENCY }", "locale, { style: 'decimal' }"),
  inShared('P5', 'core/money.ts', 'earnings: price - fee }', 'earnings: price }'),
  inClient('P6', 'core/update.ts', 'UPDATE_CHECK_MS);', 'UPDATE_CHECK_MS * 2);'),
];
