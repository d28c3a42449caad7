import { endpoint } from '../core/endpoint';
import {
  Availability,
  AvailabilityInput,
  DriverProfile,
  documentNames,
  Earnings,
  ProfileInput,
  ProfilePatch,
} from './drivers.schema';

const form = { files: documentNames };

export const readProfile = endpoint({
  method: 'get',
  path: '/driver/profile',
  access: ['driver'],
  reply: DriverProfile,
  summary: 'My driver profile; 404 without one',
});
export const createProfile = endpoint({
  method: 'post',
  path: '/driver/profile',
  access: ['driver'],
  body: ProfileInput,
  form,
  reply: DriverProfile,
  status: 201,
  summary: 'Create my driver profile with its five documents',
});
export const updateProfile = endpoint({
  method: 'put',
  path: '/driver/profile',
  access: ['driver'],
  body: ProfilePatch,
  form,
  reply: DriverProfile,
  cost: 2,
  summary: 'Change my driver profile; only newly chosen files are sent',
});
export const setAvailability = endpoint({
  method: 'put',
  path: '/driver/availability',
  access: ['driver'],
  body: AvailabilityInput,
  reply: Availability,
  summary: 'Turn my online switch on or off',
});
export const readEarnings = endpoint({
  method: 'get',
  path: '/driver/earnings',
  access: ['driver'],
  reply: Earnings,
  summary: 'My earnings, paid fees and fees still owed',
});
