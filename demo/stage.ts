import type { Role } from '@boli/shared/auth/auth.schema';
import type { Announced } from './announcements';
import type { Api } from './api';
import type { Link } from './link';
import type { Report } from './report';
import type { Trip } from './town';
import type { TrackPoint } from './track';
import type { FindWay } from './ways';

export interface SimulationOptions {
  url: string;
  customers: number;
  drivers: number;
  seconds: number;
  /** How long a drive takes, unless a track says it; in seconds. */
  rideSeconds: number;
  /** How long people think before they do something; in seconds, more or less. */
  thinkSeconds: number;
  /** A recorded trip that every ride follows, and how many times faster than it was. */
  track?: readonly TrackPoint[];
  speed: number;
}

/** One simulated person. */
export interface Person {
  id: string;
  token: string;
  name: string;
  role: Role;
  link: Link;
}

/** What everybody in the simulation shares. */
export interface Simulation {
  readonly options: SimulationOptions;
  readonly api: Api;
  readonly report: Report;
  /** Nobody begins anything new; what runs is brought to its end. */
  readonly isEnding: () => boolean;
  /** Everybody may go. */
  readonly isOver: () => boolean;
  nextTrip(): Trip;
  readonly findWay: FindWay;
  think(): Promise<void>;
  /** When something was sent, by a key that its receiver knows, to measure how long it takes to be seen. */
  readonly sentAt: Map<string, number>;
  /** Says what an answered call has changed and who has to hear of it; what never comes is reported at the end. */
  announce(announced: Announced): void;
  /** User ids of the drivers who watch the open requests. */
  readonly watchingDrivers: string[];
}
