import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const source = join(process.cwd(), 'client', 'src');
const sheets = join(process.cwd(), 'node_modules', '@mantine', 'core', 'styles');

function usedComponents(): Set<string> {
  const used = new Set<string>();
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  )) {
    const text = readFileSync(join(source, file), 'utf8');
    for (const [, names] of text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)) {
      for (const name of names?.split(',') ?? []) if (/^\s*[A-Z]\w+\s*$/.test(name)) used.add(name.trim());
    }
  }
  return used;
}

test('every used component of the library has its style sheet imported', () => {
  const lists = ['styles.ts', 'styles-dashboards.ts']
    .map((file) => readFileSync(join(source, 'app', file), 'utf8'))
    .join();
  const missing = [...usedComponents()].filter(
    (name) => existsSync(join(sheets, `${name}.layer.css`)) && !lists.includes(`/${name}.layer.css`),
  );
  expect(usedComponents().size).toBeGreaterThan(5);
  expect(missing).toEqual([]);
});
