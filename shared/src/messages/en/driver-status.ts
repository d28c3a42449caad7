export const driverStatus = {
  'drivers.verified': 'Verified',
  'drivers.pending': 'pending',
  'drivers.status_rejected': 'rejected',
  'drivers.online': 'Online',
  'drivers.offline': 'Offline',
} as const;
