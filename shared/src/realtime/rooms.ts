/** Names of the hub's rooms; only the server uses them. */
export const rooms = {
  user: (id: string) => `user:${id}`,
  ride: (id: string) => `ride:${id}`,
  booking: (id: string) => `booking:${id}`,
  /** Customers with this driver as a favorite or with a quote of the driver on screen. */
  driver: (id: string) => `driver:${id}`,
  /** Drivers who watch the open ride requests. */
  rides: 'rides',
  /** Drivers who watch the requests of an area, by H3 cell. */
  cell: (cell: string) => `cell:${cell}`,
  admins: 'admins',
  /** Admins who watch the live board. */
  liveAdmins: 'admins:live',
} as const;
