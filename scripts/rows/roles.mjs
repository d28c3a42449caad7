import { inClient, inServer, inShared } from '../row-mutant.mjs';

/** The mutants for section 6 of docs/specification.md: roles and permissions. */
export const roles = [
  inShared(
    'R1',
    'rides/rides.endpoints.ts',
    "path: '/rides/request',\n  access: ['customer'],",
    "path: '/rides/request',\n  access: ['customer', 'driver'],",
  ),
  inServer('R2', 'drivers/drivers.policy.ts', "if (!profile) throw new Forbidden('drivers.no_profile');"),
  inClient('R2', 'app/DriverDashboard.tsx', '<ProfileForm profile={null} onSaved={upsertProfile} />'),
  inShared(
    'R3',
    'drivers/drivers.endpoints.ts',
    "path: '/driver/earnings',\n  access: ['driver'],",
    "path: '/driver/earnings',\n  access: 'any',",
  ),
  inShared(
    'R4',
    'settlements/settlements.endpoints.ts',
    "path: '/admin/settlements/{id}',\n  access: ['admin'],",
    "path: '/admin/settlements/{id}',\n  access: ['admin', 'driver'],",
  ),
  inClient('R5', 'core/session.ts', "if (!isKnownRole(user.role)) return signOut('unknown_role');"),
  inClient('R5', 'core/session.ts', "signOut('unknown_role');\n    return;", ''),
  inShared('R6', 'bookings/bookings.state.ts', "'cancel.too_far', "),
  inShared('R6', 'bookings/bookings.state.ts', "'cancel.change_of_plans',"),
  inServer(
    'R7',
    'auth/guard.ts',
    "if (access !== 'any' && access !== 'position' && !access.includes(actor.role)) throw new Forbidden();",
  ),
];
