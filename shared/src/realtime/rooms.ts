/** Names of the hub's rooms; only the server makes them. */
export const rooms = {
  user: (id: string) => `user:${id}`,
  ride: (id: string) => `ride:${id}`,
  booking: (id: string) => `booking:${id}`,
  /** Drivers who look at the open ride requests. */
  rides: 'rides',
  admins: 'admins',
} as const;
