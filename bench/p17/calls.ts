/** The roles whose dashboards are measured. */
export type Role = 'customer' | 'driver' | 'admin';

/** A call that a dashboard makes. */
export interface Call {
  role: Role;
  /** Below `/api`. */
  path: string;
}

const DAY_MS = 24 * 3_600_000;

const of = (role: Role, paths: readonly string[]): Call[] => paths.map((path) => ({ role, path }));

/**
 * The calls that the dashboards of the three roles make, in pages that are full at every size of the city. Commissions are
 * read in the client's pages of 200 as well: a city of 1,000 bookings has 20 drivers, so such a page is full only from
 * 10,000 bookings on, and costs more there.
 */
export function callsAt(now: Date): Call[] {
  const from = new Date(now.getTime() - 7 * DAY_MS).toISOString();
  const week = `from=${encodeURIComponent(from)}&to=${encodeURIComponent(now.toISOString())}`;
  const mine = ['/auth/me', '/bookings/my', '/notifications?limit=50', '/rides/history?status=all&limit=50'];
  return [
    ...of('admin', [
      '/admin/stats',
      '/admin/revenue/daily?days=30',
      '/admin/commissions/by-driver?limit=20&skip=0',
      '/admin/commissions/by-driver?limit=200&skip=0',
      '/admin/settlements/pending?limit=200',
      '/admin/drivers/pending-verification?limit=200',
      '/admin/users?limit=50',
      // Finds one account, however many there are.
      '/admin/users?limit=50&q=driver-7%40',
      '/admin/live',
      '/admin/payouts?limit=50',
      '/admin/refunds?limit=50',
      '/admin/reviews?limit=50',
      '/admin/promos',
      '/admin/log?limit=50',
      '/bookings/my?limit=50',
      '/rides/requests?limit=50',
    ]),
    ...of('driver', [
      ...mine,
      '/rides/history?status=completed&limit=50',
      '/driver/profile',
      '/driver/earnings',
      '/driver/earnings/daily?days=1',
      '/driver/earnings/daily?days=30',
      `/driver/statement?${week}`,
      '/rides/requests?limit=50',
    ]),
    ...of('customer', [
      ...mine,
      '/rides/requests?limit=50',
      '/places/saved',
      '/places/recent',
      '/favorites/my',
      '/emergency/contacts',
    ]),
  ];
}
