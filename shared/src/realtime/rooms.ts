/** Names of the hub's rooms; only the server makes them. */
export const rooms = {
  user: (id: string) => `user:${id}`,
  ride: (id: string) => `ride:${id}`,
  booking: (id: string) => `booking:${id}`,
  /** Customers who keep a driver or look at its quote. */
  driver: (id: string) => `driver:${id}`,
  /** Drivers who look at the open ride requests. */
  rides: 'rides',
  /** Drivers who look at the requests of an area, by H3 cell. */
  cell: (cell: string) => `cell:${cell}`,
  admins: 'admins',
  /** Admins who look at the live board. */
  liveAdmins: 'admins:live',
} as const;
