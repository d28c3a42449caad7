import type { driverStatus as en } from '../en/driver-status';

export const driverStatus: Record<keyof typeof en, string> = {
  'drivers.verified': 'वेरिफ़ाइड',
  'drivers.pending': 'जाँच बाकी',
  'drivers.status_rejected': 'अस्वीकृत',
  'drivers.online': 'ऑनलाइन',
  'drivers.offline': 'ऑफ़लाइन',
};
