import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { startTestApp, type TestApp, type TestPerson } from './app';
import { type RealtimeApp, startRealtimeApp } from './realtime';

type Options = Parameters<typeof startTestApp>[0];

/** The app of a test file as a constant: from `beforeAll` to `afterAll` it delegates to a running one. */
class FileApp<A extends TestApp> implements TestApp {
  private started: A | null = null;

  constructor(start: () => Promise<A>) {
    beforeAll(async () => {
      this.started = await start();
    });
    afterAll(() => this.started?.close());
  }

  protected get running(): A {
    if (!this.started) throw new Error('the app of this file runs within its tests and hooks only');
    return this.started;
  }
  get url() {
    return this.running.url;
  }
  get server() {
    return this.running.server;
  }
  get dataDir() {
    return this.running.dataDir;
  }
  get request() {
    return this.running.request;
  }
  get register() {
    return this.running.register;
  }
  get registerDriver() {
    return this.running.registerDriver;
  }
  get close() {
    return this.running.close;
  }
}

class RealtimeFileApp extends FileApp<RealtimeApp> implements RealtimeApp {
  get connect() {
    return this.running.connect;
  }
}

/**
 * For the top of a test file: registers the hooks that start the REST API before its tests and close it after them.
 * @example const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
 */
export function setUpApp(options: Options = {}): TestApp {
  return new FileApp(() => startTestApp(options));
}

/** Like `setUpApp`, with the hub on the same port. */
export function setUpRealtimeApp(options: Options = {}): RealtimeApp {
  return new RealtimeFileApp(() => startRealtimeApp(options));
}

type Makers<Names extends string> = Record<Names, () => Promise<TestPerson>>;

/**
 * For the top of a test file: registers these people, concurrently, before its first test.
 * @example const { admin } = setUpPeople({ admin: () => app.register('admin') });
 */
export function setUpPeople<Names extends string>(makers: Makers<Names>): Record<Names, TestPerson> {
  const { people, make } = placesFor(makers);
  beforeAll(make);
  return people;
}

/** Like `setUpPeople`, with new people before each test, so that no state of an earlier test remains. */
export function setUpPeopleEach<Names extends string>(makers: Makers<Names>): Record<Names, TestPerson> {
  const { people, make } = placesFor(makers);
  beforeEach(make);
  return people;
}

/** A placeholder for each person, which tests may hold before `make` fills it. */
function placesFor<Names extends string>(makers: Makers<Names>) {
  const people: Record<string, TestPerson> = {};
  for (const name of Object.keys(makers)) people[name] = { id: '', token: '', name: '', email: '', password: '' };
  const make = async () => {
    const made = Object.entries<() => Promise<TestPerson>>(makers).map(async ([name, register]) => {
      Object.assign(people[name] ?? {}, await register());
    });
    await Promise.all(made);
  };
  return { people, make };
}
