import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from './root';

const workflows = join('.github', 'workflows');
const files = [
  'Dockerfile',
  'docker-compose.yml',
  'deploy/compose.yml',
  'deploy/kubernetes/boli.yaml',
  ...readdirSync(join(root, workflows)).map((name) => join(workflows, name)),
];

test('base images and actions have an exact tag, so that a commit is always built from the same parts', () => {
  const named = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^\s*(?:- )?(?:FROM|image:|uses:) +(\S+)/gm)].map(
      ([, name = '']) => name,
    ),
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !/[:@]v?\d+\.\d+\.\d+(-[\w.-]+)?$/.test(name))).toEqual([]);
});

test('the image starts the server as `npm start` does, with the same flags of node', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, command = ''] = /^CMD (\[.*\])$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? [];
  expect(JSON.parse(command).join(' ')).toBe(scripts.start);
});
