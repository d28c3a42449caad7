import type { Role } from '@boli/shared/auth/auth.schema';
import type { Announced } from './announcements';
import type { Api } from './api';
import type { Link } from './link';
import type { Report } from './report';
import type { Trip } from './town';
import type { TrackPoint } from './track';
import type { FindWay } from './ways';

export interface SimulationOptions {
  /** The address of the server, or those of several nodes: calls go to them in turns, each person is connected to one. */
  url: string | readonly string[];
  /** Whether servers are restarted during the simulation. If they are, a lost connection is no error. */
  restarts?: boolean;
  /** Called when everybody is connected; the time begins then. */
  onReady?: () => unknown;
  customers: number;
  drivers: number;
  seconds: number;
  /**
   * Returns whether the counts so far suffice. If they do not when the time is over, the time is prolonged by up to
   * 30 s. Without this option the time is never prolonged.
   */
  suffices?: (counts: Readonly<Record<string, number>>) => boolean;
  /** The average duration of a ride in seconds, unless a track defines it. */
  rideSeconds: number;
  /** The average time in seconds that people take before an action. */
  thinkSeconds: number;
  /** A recorded trip that every ride follows. */
  track?: readonly TrackPoint[];
  /** The duration of every ride, from pickup to drop, is divided by this number. */
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

/** The shared state of the simulation. */
export interface Simulation {
  readonly options: SimulationOptions;
  readonly api: Api;
  readonly report: Report;
  /** Whether the time is over: no new ride is started, and rides in progress are ended. */
  readonly isEnding: () => boolean;
  /** Whether drivers stop too: all customers have ended by then. */
  readonly isOver: () => boolean;
  nextTrip(): Trip;
  readonly findWay: FindWay;
  think(): Promise<void>;
  /**
   * The time when each message was sent, by a key that the receiver knows too: the time until it arrives is measured.
   */
  readonly sentAt: Map<string, number>;
  /**
   * Records a change that a successful call has made, and who has to receive its event; events that never arrive are
   * reported at the end.
   */
  announce(announced: Announced): void;
  /** User ids of the drivers who watch the open requests. */
  readonly watchingDrivers: string[];
}
