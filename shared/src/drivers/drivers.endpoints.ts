import { endpoint } from '../core/endpoint';
import { PointQuery } from '../geo/geo.schema';
import {
  Availability,
  AvailabilityInput,
  DriverProfile,
  DriversNear,
  documentNames,
  Earnings,
  ProfileInput,
  ProfilePatch,
  ProfileQuery,
} from './drivers.schema';

const form = { files: documentNames };

export const readProfile = endpoint({
  method: 'get',
  path: '/driver/profile',
  access: ['driver'],
  query: ProfileQuery,
  reply: DriverProfile.nullable(),
  summary: 'My driver profile; if there is none: 404, or null with missing=null',
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
export const readDriversNear = endpoint({
  method: 'get',
  path: '/drivers/near',
  access: ['customer'],
  query: PointQuery,
  reply: DriversNear,
  summary: 'The number of drivers online near a point, counted up to 10; the count may be up to 30 seconds old',
});
