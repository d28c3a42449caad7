import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { root } from './root';

/** Who may lean on whom: a noun calls to its left, to its right it speaks by domain event. */
const nouns = [
  ['mail', 'admin-log'],
  ['auth', 'geo', 'uploads', 'promos'],
  ['drivers'],
  ['rides'],
  ['quotes'],
  ['bookings'],
  ['settlements', 'ratings', 'contacts', 'favorites', 'notifications'],
  ['ledger'],
  ['payments'],
  ['admin', 'audit'],
];
/** What every noun stands on; files outside of all rooms are settings and the declared domain events. */
const floor = ['core', 'store', ''];
/** The few leanings that the rules allow by name, with their reason. */
const allowed = new Set([
  // A route asks the guard before anything else.
  'server/src/core/route.ts → auth',
  // A booking shows the newest position, which is only in memory.
  'server/src/bookings/bookings.presenter.ts → realtime',
  // What was recorded of a ride decides whether its end has to be looked at; its last points are only in memory.
  'server/src/bookings/bookings.drive.ts → realtime',
]);

interface Line {
  file: string;
  /** As it stands in the import. */
  from: string;
  /** Relative to the repository for what begins with a dot, else the package. */
  target: string;
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('node_modules') && !file.includes('/dist/'));
}

const isTest = (file: string) => /\.test\.tsx?$|\/testing\/|jest\.\w+\.ts$/.test(file);
const source = (file: string) => readFileSync(join(root, file), 'utf8');

function importsOf(file: string): Line[] {
  const lines = source(file).matchAll(
    /^(?:import|export)\b(?:[^;'"]*?\bfrom)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
  );
  return [...lines].map(([, fixed, dynamic]) => {
    const from = fixed ?? dynamic ?? '';
    return { file, from, target: from.startsWith('.') ? join(dirname(file), from) : from };
  });
}

const workspaces = ['shared/src', 'server/src', 'client/src', 'embedded-mongo/src', 'demo'];
const files = workspaces.flatMap(filesIn);
const product = files.filter((file) => !isTest(file));
const imports = (folder: string) => product.filter((file) => file.startsWith(`${folder}/`)).flatMap(importsOf);
const shown = ({ file, from }: Line) => `${file} imports ${from}`;

describe('the server', () => {
  const lines = imports('server/src');
  const roomOf = (path: string) => /^server\/src\/([^/]+)\//.exec(path)?.[1] ?? '';
  const rankOf = (room: string) => nouns.findIndex((rank) => rank.includes(room));

  test('lets nouns call only to their left, and pushes only from realtime files', () => {
    const wrong = lines.filter(({ file, target }) => {
      const from = roomOf(file);
      const to = roomOf(target);
      if (!target.startsWith('server/src/') || from === to || floor.includes(to)) return false;
      // What is wired knows every room, and only what starts a process knows the wiring.
      if (from === '' || from === 'wiring') return false;
      if (allowed.has(`${file} → ${to}`)) return false;
      if (from === 'realtime') return to !== 'auth';
      if (to === 'realtime') return !file.endsWith('.realtime.ts');
      return rankOf(from) < 0 || rankOf(to) < 0 || rankOf(to) >= rankOf(from);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  test('keeps frameworks out of services, policies and presenters', () => {
    const pure = /\.(service|policy|presenter)\.ts$/;
    const frameworks = /^(express|mongoose|mongodb|socket\.io)$/;
    expect(lines.filter(({ file, from }) => pure.test(file) && frameworks.test(from)).map(shown)).toEqual([]);
  });

  test('touches the database only in models and repositories, and sockets only in realtime', () => {
    const database = /\.(model|repository)\.ts$|^server\/src\/store\/|^server\/src\/core\/failure\.ts$/;
    const wrong = lines.filter(
      ({ file, from }) =>
        (/^(mongoose|mongodb)$/.test(from) && !database.test(file)) ||
        (from === 'socket.io' && !file.startsWith('server/src/realtime/')),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  test('reads and writes through models in repositories alone', () => {
    const wrong = product
      .filter((file) => file.startsWith('server/src/') && !/\.(model|repository)\.ts$/.test(file))
      .filter((file) => /^import \{[^}]*\b(?<!type )\w+Model\b[^}]*\} from/m.test(source(file)));
    expect(wrong).toEqual([]);
  });

  test('measures what has passed by the monotonic clock: the wall clock may be set back at any time', () => {
    const needWallClock = new Set([
      'server/src/core/clock.ts',
      // Ends of links that are stored, and times of files.
      'server/src/auth/recovery.mails.ts',
      'server/src/mail/mail.queue.ts',
      'server/src/uploads/storage.ts',
      'server/src/uploads/form.ts',
      // Compared with the database's own times.
      'server/src/rides/open-rides.ts',
    ]);
    const asking = product.filter((file) => file.startsWith('server/src/') && source(file).includes('Date.now()'));
    expect(asking.filter((file) => !needWallClock.has(file))).toEqual([]);
  });

  test('knows the embedded store by its address alone', () => {
    expect(lines.filter(({ from }) => from.includes('embedded-mongo')).map(shown)).toEqual([]);
  });
});

describe('what both sides share', () => {
  test('knows no framework', () => {
    const lines = imports('shared/src').filter(
      ({ from, target }) => from !== 'zod' && !target.startsWith('shared/src/'),
    );
    expect(lines.map(shown)).toEqual([]);
  });
});

describe('the client', () => {
  const lines = imports('client/src');
  const partOf = (path: string) => /^client\/src\/(features\/[^/]+|[^/]+)/.exec(path)?.[1] ?? '';

  test('keeps its features apart: they lean on core and ui only', () => {
    const wrong = lines.filter(({ file, target }) => {
      const from = partOf(file);
      const to = partOf(target);
      if (!target.startsWith('client/src/') || from === to) return false;
      if (from.startsWith('features/')) return to !== 'core' && to !== 'ui';
      if (from === 'ui') return to !== 'core';
      return from === 'core';
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  test('talks to the server by what is shared, never by its code', () => {
    expect(
      lines.filter(({ target }) => /^(server|embedded-mongo)\//.test(target) || /@boli\/(?!shared)/.test(target)),
    ).toEqual([]);
  });
});

describe('the embedded store', () => {
  const lines = imports('embedded-mongo/src');
  // From the ground up; rooms of one floor lean on each other only where they are named together.
  const floors = [
    'values',
    'wire',
    'expression',
    'match',
    'project',
    'aggregate',
    'update',
    'storage indexes',
    'plan',
    'commands',
    'quick',
    'move',
  ];
  const roomOf = (path: string) => /^embedded-mongo\/src\/([^/]+)\//.exec(path)?.[1] ?? '';
  const floorOf = (room: string) => floors.findIndex((rooms) => rooms.split(' ').includes(room));

  test('knows nothing of the product', () => {
    const wrong = lines.filter(({ from }) => /^@boli\/|^(express|mongoose|socket\.io)$/.test(from));
    expect(wrong.map(shown)).toEqual([]);
  });

  test('has rooms that lean only on those below them', () => {
    const wrong = lines.filter(({ file, target }) => {
      const [from, to] = [roomOf(file), roomOf(target)];
      return from !== '' && to !== '' && (floorOf(from) < 0 || floorOf(to) < 0 || floorOf(to) > floorOf(from));
    });
    expect(wrong.map(shown)).toEqual([]);
  });
});

describe('every file', () => {
  test('of the product leaves tests and their builders alone', () => {
    const wrong = product.flatMap(importsOf).filter(({ target }) => /\/testing\/|\.test$|^@jest/.test(target));
    expect(wrong.map(shown)).toEqual([]);
  });

  test('says what it means without escapes from the rules', () => {
    const ways = ['as unknown as', '@ts-ignore', '@ts-expect-error', '@ts-nocheck', 'biome-ignore', 'TODO', 'FIXME'];
    const wrong = files.flatMap((file) => {
      if (file === 'server/src/house.test.ts') return [];
      const text = source(file);
      return ways.filter((way) => text.includes(way)).map((way) => `${file}: ${way}`);
    });
    expect(wrong).toEqual([]);
  });

  test('that a guide names as a test is there', () => {
    const guides = readdirSync(join(root, 'docs'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name.endsWith('.md'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
    const tests = [...files, ...filesIn('e2e')].filter((file) => /\.(test|e2e)\.tsx?$/.test(file));
    const named = guides.flatMap((guide) =>
      [...source(guide).matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`/g)].map(([, name = '']) => ({ guide, name })),
    );
    expect(named.length).toBeGreaterThan(10);
    const missing = named.filter(({ name }) => !tests.some((file) => file === name || file.endsWith(`/${name}`)));
    expect(missing).toEqual([]);
  });

  test('is no barrel', () => {
    expect(files.filter((file) => /^export \* from/m.test(source(file)))).toEqual([]);
  });
});
