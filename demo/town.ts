import { shownDistanceKm } from '@boli/shared/core/distance';
import type { VehicleClass } from '@boli/shared/fares/fares.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';

/** A place of the demo town: a pickup or a drop. */
export interface Place {
  name: string;
  lat: number;
  lng: number;
}

/** The places of the demo town if no city is installed. */
export const delhi = [
  { name: 'Connaught Place, Block A', lat: 28.6328, lng: 77.2197 },
  { name: 'India Gate, Kartavya Path', lat: 28.6129, lng: 77.2295 },
  { name: 'Hauz Khas Village', lat: 28.5535, lng: 77.1945 },
  { name: 'Khan Market', lat: 28.6003, lng: 77.2272 },
  { name: 'Lajpat Nagar Central Market', lat: 28.5677, lng: 77.2433 },
  { name: 'New Delhi Railway Station, Gate 2', lat: 28.6427, lng: 77.2207 },
  { name: 'Karol Bagh Metro Station', lat: 28.6441, lng: 77.1886 },
  { name: 'Lodhi Garden, Gate 1', lat: 28.5931, lng: 77.2197 },
  { name: 'Chandni Chowk, Town Hall', lat: 28.6562, lng: 77.2301 },
  { name: 'AIIMS, Main Gate', lat: 28.5672, lng: 77.21 },
  { name: 'Nehru Place', lat: 28.5494, lng: 77.2519 },
  { name: 'Dilli Haat, INA', lat: 28.5733, lng: 77.2088 },
] as const satisfies readonly Place[];

export interface Trip {
  from: Place;
  to: Place;
}

/**
 * A trip between two of these places: a number always gives the same trip, and successive numbers give different trips.
 */
export function tripNumber(number: number, places: readonly Place[]): Trip {
  const from = placeAt(number, places);
  const to = placeAt(number + 1 + (number % (places.length - 1)), places);
  return { from, to };
}

function placeAt(number: number, places: readonly Place[]): Place {
  return places[number % places.length] ?? delhi[0];
}

/** The body of a ride request for this trip. */
export function requestOf({ from, to }: Trip) {
  return {
    pickup_location: from.name,
    pickup_lat: from.lat,
    pickup_lng: from.lng,
    drop_location: to.name,
    drop_lat: to.lat,
    drop_lng: to.lng,
  };
}

/** A price in rupees for this request: its usual price times `factor`. */
export function farePrice({ distance_km, reference }: Pick<RideRequest, 'distance_km' | 'reference'>, factor = 1) {
  return Math.round((reference?.mid ?? 50 + distance_km * 18) * factor);
}

/** The asked price of a customer for this trip, in rupees: a tenth below an estimate of the usual price. */
export function ownPrice({ from, to }: Trip): number {
  return farePrice({ distance_km: shownDistanceKm(from, to), reference: null }, 0.9);
}

const firstNames = [
  'Asha',
  'Rohan',
  'Meera',
  'Kabir',
  'Priya',
  'Arjun',
  'Sana',
  'Vikram',
  'Neha',
  'Imran',
  'Divya',
  'Sanjay',
];
const lastNames = ['Verma', 'Singh', 'Nair', 'Khan', 'Gupta', 'Das', 'Iyer', 'Yadav', 'Bose', 'Reddy', 'Kaur', 'Joshi'];
const cars: readonly { model: string; vehicleClass: VehicleClass }[] = [
  { model: 'Maruti Dzire', vehicleClass: 'sedan' },
  { model: 'Hyundai Aura', vehicleClass: 'sedan' },
  { model: 'Tata Tigor EV', vehicleClass: 'sedan' },
  { model: 'Maruti WagonR', vehicleClass: 'hatchback' },
  { model: 'Toyota Etios', vehicleClass: 'sedan' },
  { model: 'Maruti Ertiga', vehicleClass: 'suv' },
  { model: 'Hyundai Xcent', vehicleClass: 'sedan' },
];

/** A name for the person with this number; the first 144 differ. */
export function personName(number: number): string {
  const first = firstNames[number % firstNames.length];
  const last = lastNames[(number + Math.floor(number / firstNames.length)) % lastNames.length];
  return `${first} ${last}`;
}

/** The car of the driver with this number, as the fields of the profile's form. */
export function carOf(number: number): Record<string, string> {
  const car = cars[number % cars.length];
  return {
    car_model: car?.model ?? 'Maruti Dzire',
    vehicle_class: car?.vehicleClass ?? 'sedan',
    vehicle_number: `DL ${1 + (number % 14)}C ${1_000 + ((number * 37) % 9_000)}`,
    experience_years: String(2 + ((number * 3) % 17)),
    license_number: `DL-${String(1 + (number % 14)).padStart(2, '0')}2014${String(1_000_000 + number * 7919)}`,
    upi_id: `driver${number + 1}@okbank`,
    cost_per_km: '8',
  };
}
