import { subjectKinds } from '@boli/shared/admin-log/admin-log.schema';
import type { EndpointShape } from '@boli/shared/core/endpoint';
import { allEndpoints } from '@boli/shared/endpoints';
import { clientMessages } from '@boli/shared/realtime/events';
import type { Router } from 'express';
import { implementSubjects } from '../admin-log/admin-log.service';
import { guardAccess } from '../auth/guard';
import { implementFinishing } from '../auth/suspension';
import { hasBookingsToFinish } from '../bookings/bookings.finishing';
import { scheduleDriven } from '../bookings/driven.service';
import { implementAccess } from '../core/access';
import { OperatorError } from '../core/operator-error';
import { mountedOn } from '../core/route';
import { type DomainEvents, domainEvents, eventListeners } from '../domain-events';
import { implementPresence } from '../drivers/presence';
import { readLeaves } from '../ledger/leaves.service';
import { notifyOfExpiry, notifyOfQuotes } from '../notifications/notifications.reconcile';
import { implementCommands } from '../realtime/commands';
import { isOnline, onlineDrivers } from '../realtime/presence';
import { implementExpirySteps } from '../rides/expiry';
import { implementQuoteSteps } from '../rides/quotes.reconcile';
import { implementLeaves } from '../sums/sums.service';
import { implementLatePoints } from '../tracking/late-points';
import { declared } from './declared';
import { listeners } from './events';
import { type MountRoutes, routes } from './http';
import { commands } from './hub';
import { PUSH, timed } from './push-delay';
import { reconcilers, repairs } from './reconcile';
import { ownJobs, patientJobs, promptJobs, steadyJobs } from './scheduler';
import { subjects } from './subjects';

/**
 * Declarations and implementations differ, or an endpoint has two routes; the message names each such part on a
 * separate line.
 */
export class WiringError extends OperatorError {
  constructor(errors: readonly string[]) {
    super(`The server is not wired completely:\n${errors.join('\n')}`);
  }
}

/** Everything that is registered by name. */
export const wiring = {
  listeners,
  commands,
  reconcilers,
  repairs,
  promptJobs,
  patientJobs,
  steadyJobs,
  ownJobs,
  subjects,
};
export type Wiring = { readonly [Part in keyof typeof wiring]: Readonly<Record<string, unknown>> };

/** The parts that are declared and not implemented, or implemented and not declared: one sentence for each. */
export function wiringErrors(given: Wiring): string[] {
  return [
    ...compare('domain event', Object.keys(eventListeners), given.listeners),
    ...Object.entries(eventListeners).flatMap(([event, names]) =>
      compare('listener', names, objectIn(given.listeners, event), `${event} `),
    ),
    ...compare('message', Object.keys(clientMessages), given.commands),
    ...compare('reconciler', declared.reconcilers, given.reconcilers),
    ...Object.entries(reconcilers).flatMap(([name, { steps }]) =>
      compare('reconcile step', steps, objectIn(objectIn(given.reconcilers, name), 'implementation'), `${name} `),
    ),
    ...compare('repair', declared.repairs, given.repairs),
    ...compare('job', declared.promptJobs, given.promptJobs),
    ...compare('job', declared.patientJobs, given.patientJobs),
    ...compare('job', declared.steadyJobs, given.steadyJobs),
    ...compare('job', declared.ownJobs, given.ownJobs),
    ...compare('subject of the admin log', subjectKinds, given.subjects),
  ];
}

function compare(kind: string, names: readonly string[], given: object, of = ''): string[] {
  return [
    ...names
      .filter((name) => !Object.hasOwn(given, name))
      .map((name) => `The ${kind} ${of}${name} is declared and has no implementation.`),
    ...Object.keys(given)
      .filter((name) => !names.includes(name))
      .map((name) => `The ${kind} ${of}${name} is implemented and not declared.`),
  ];
}

/** The object under this key; an empty one if there is none. */
function objectIn(given: object, key: string): object {
  const value: unknown = Object.entries(given).find(([name]) => name === key)?.[1];
  return typeof value === 'object' && value !== null ? value : {};
}

let isWired = false;

/**
 * Registers the implementation of every declared listener, handler and reconcile step. A second call in a process does
 * nothing, because the registrations are global. Throws `WiringError` if an implementation is missing or is not
 * declared.
 */
export function wire(): void {
  if (isWired) return;
  const errors = wiringErrors(wiring);
  if (errors.length > 0) throw new WiringError(errors);
  isWired = true;
  for (const event of eventNames) listenTo(event);
  for (const { implement } of Object.values(reconcilers)) implement();
  implementAccess(guardAccess);
  implementCommands(commands);
  implementSubjects(subjects);
  implementQuoteSteps({ inbox: notifyOfQuotes });
  implementExpirySteps({ inbox: notifyOfExpiry });
  implementPresence({ isOnline, onlineDrivers });
  implementFinishing(hasBookingsToFinish);
  implementLatePoints(scheduleDriven);
  implementLeaves(readLeaves);
}

const eventNames = Object.keys(eventListeners) as (keyof DomainEvents)[];

function listenTo<E extends keyof DomainEvents>(event: E): void {
  const ofEvent = listeners[event];
  for (const name of eventListeners[event]) {
    const listener = ofEvent[name as keyof typeof ofEvent];
    domainEvents.on(event, name === PUSH ? timed(event, listener) : listener);
  }
}

const nameOf = ({ method, path }: EndpointShape) => `${method.toUpperCase()} ${path}`;

/** Mounts the routes of every noun. Throws `WiringError` if an endpoint has no route, or two, or is not declared. */
export function mountRoutes(router: Router, mounts: readonly MountRoutes[] = routes): void {
  for (const mount of mounts) mount(router);
  const mounted = mountedOn(router).map(nameOf);
  const errors = allEndpoints.map(nameOf).flatMap((name) => {
    const times = mounted.filter((other) => other === name).length;
    if (times === 0) return [`The endpoint ${name} is declared and has no implementation.`];
    return times > 1 ? [`The endpoint ${name} has ${times} implementations.`] : [];
  });
  const unknown = mounted.filter((name) => !allEndpoints.map(nameOf).includes(name));
  errors.push(...unknown.map((name) => `The endpoint ${name} is implemented and not declared.`));
  if (errors.length > 0) throw new WiringError(errors);
}
