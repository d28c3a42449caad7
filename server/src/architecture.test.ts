import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { root } from './root';

interface Line {
  file: string;
  /** The path as written in the import. */
  from: string;
  /** The path relative to the repository if `from` begins with a dot, else the name of the package. */
  target: string;
}

interface BoundaryRules {
  overrides: { includes: string[]; linter: object }[];
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

const workspaces = ['shared/src', 'server/src', 'client/src', 'embedded-mongo/src', 'city/src', 'demo'];
const files = workspaces.flatMap(filesIn);
const product = files.filter((file) => !isTest(file));
const imports = (folder: string) => product.filter((file) => file.startsWith(`${folder}/`)).flatMap(importsOf);
const shown = ({ file, from }: Line) => `${file} imports ${from}`;

describe('the server:', () => {
  const lines = imports('server/src');

  test('only `*.realtime.ts` files, tracking and wiring import the realtime module', () => {
    const wrong = lines.filter(
      ({ file, target }) =>
        target.startsWith('server/src/realtime/') &&
        !/\.realtime\.ts$|^server\/src\/(realtime|tracking|wiring)\//.test(file),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  test('no module is imported only for its side effects', () => {
    const wrong = product
      .filter((file) => file.startsWith('server/src/'))
      .filter((file) => /^import '/m.test(source(file)));
    expect(wrong).toEqual([]);
  });

  test('services, policies and presenters import no framework', () => {
    const pure = /\.(service|policy|presenter)\.ts$/;
    const frameworks = /^(express|mongoose|mongodb|socket\.io)$/;
    expect(lines.filter(({ file, from }) => pure.test(file) && frameworks.test(from)).map(shown)).toEqual([]);
  });

  test('only models, repositories, `store/` and `core/failure.ts` import the database driver, and only files in `realtime/` import socket.io', () => {
    const database = /\.(model|repository)\.ts$|^server\/src\/store\/|^server\/src\/core\/failure\.ts$/;
    const wrong = lines.filter(
      ({ file, from }) =>
        (/^(mongoose|mongodb)$/.test(from) && !database.test(file)) ||
        (from === 'socket.io' && !file.startsWith('server/src/realtime/')),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  test('only store/document.ts creates mongoose schemas, from declared fields', () => {
    const wrong = product
      .filter((file) => file.startsWith('server/src/') && file !== 'server/src/store/document.ts')
      .filter((file) => /\bnew (mongoose\.)?Schema\b|\bSchema\.create\b/.test(source(file)));
    expect(wrong).toEqual([]);
  });

  test('only repositories read and write through models', () => {
    const wrong = product
      .filter((file) => file.startsWith('server/src/') && !/\.(model|repository)\.ts$/.test(file))
      .filter((file) => /^import \{[^}]*\b(?<!type )\w+Model\b[^}]*\} from/m.test(source(file)));
    expect(wrong).toEqual([]);
  });

  test('elapsed time is measured by the monotonic clock, because the wall clock may be set back', () => {
    const needWallClock = new Set([
      'server/src/core/clock.ts',
      // Times of files.
      'server/src/uploads/storage.folder.ts',
      'server/src/uploads/gridfs.repository.ts',
      'server/src/uploads/storage.s3.ts',
      'server/src/uploads/form.ts',
      // The clock of the machine is compared with that of the database.
      'server/src/store/database-clock.ts',
    ]);
    const asking = product.filter((file) => file.startsWith('server/src/') && source(file).includes('Date.now()'));
    expect(asking.filter((file) => !needWallClock.has(file))).toEqual([]);
  });
});

describe('a domain noun', () => {
  const folders = (path: string) =>
    readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
  const nouns = folders('server/src');

  test('has the same folder name in client, server and shared', () => {
    const notNouns = ['core', 'messages', 'realtime'];
    expect(folders('shared/src').filter((name) => !nouns.includes(name) && !notNouns.includes(name))).toEqual([]);
    expect(folders('client/src/features').filter((name) => !nouns.includes(name))).toEqual([]);
  });

  test('is listed in the import rules of the linter', () => {
    const rules = readFileSync(join(root, 'biome.boundaries.json'), 'utf8');
    const places = [
      ...nouns.filter((name) => name !== 'testing').map((name) => `server/src/${name}/**`),
      ...folders('client/src/features').map((name) => `client/src/features/${name}/**`),
      ...folders('embedded-mongo/src')
        .filter((name) => name !== 'testing')
        .map((name) => `embedded-mongo/src/${name}/**`),
    ];
    expect(places.filter((place) => !rules.includes(`"${place}"`))).toEqual([]);
  });

  test('has the same place in the order of the guide and in the import rules of the linter', () => {
    const [, order = ''] = /emitting a domain event: `([^`]+)`/.exec(source('docs/ARCHITECTURE.md')) ?? [];
    const inGuide = order.split(' → ').map((step) => step.split(' '));
    const isOrdered = (name: string) => inGuide.flat().includes(name);
    const notNouns = ['core', 'store', 'app', 'health', 'scheduler', 'testing', 'wiring'];
    expect(nouns.filter((name) => !isOrdered(name) && !notNouns.includes(name))).toEqual([]);
    const rules: BoundaryRules = JSON.parse(source('biome.boundaries.json'));
    const inRules = rules.overrides.flatMap(({ includes, linter }) => {
      const [, allowed = ''] = /"!\.\.\/\{([^}]*)\}\/\*\*"/.exec(JSON.stringify(linter)) ?? [];
      const step = includes.map((place) => /^server\/src\/([\w-]+)\//.exec(place)?.[1] ?? '').filter(isOrdered);
      return step.length > 0 ? [{ step, allowed: allowed.split(',').filter(isOrdered) }] : [];
    });
    expect(inRules).toEqual(inGuide.map((step, index) => ({ step, allowed: inGuide.slice(0, index).flat() })));
  });
});

describe('every file', () => {
  test('in the product imports no tests and no test builders', () => {
    const wrong = product.flatMap(importsOf).filter(({ target }) => /\/testing\/|\.test$|^@jest/.test(target));
    expect(wrong.map(shown)).toEqual([]);
  });

  test('contains no escape from the type checker or the linter', () => {
    const ways = ['as unknown as', '@ts-ignore', '@ts-expect-error', '@ts-nocheck', 'biome-ignore', 'TODO', 'FIXME'];
    const wrong = files.flatMap((file) => {
      if (file === 'server/src/architecture.test.ts') return [];
      const text = source(file);
      return ways.filter((way) => text.includes(way)).map((way) => `${file}: ${way}`);
    });
    expect(wrong).toEqual([]);
  });

  test('exists if a guide names it as a test', () => {
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

  test('is not a barrel file of re-exports', () => {
    expect(files.filter((file) => /^export \* from/m.test(source(file)))).toEqual([]);
  });
});
