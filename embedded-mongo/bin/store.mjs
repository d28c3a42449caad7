#!/usr/bin/env node
// Runs the store in this process: the built file where it is newer than its sources, else the sources themselves.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = new URL('../dist/cli.js', import.meta.url);
const sources = new URL('../src/', import.meta.url);

function changedAt(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((latest, entry) => Math.max(latest, statSync(`${entry.parentPath}/${entry.name}`).mtimeMs), 0);
}

function isFresh() {
  if (!existsSync(built)) return false;
  return !existsSync(sources) || changedAt(fileURLToPath(sources)) <= statSync(built).mtimeMs;
}

if (isFresh()) await import(built.href);
else {
  const { register } = await import('tsx/esm/api');
  register();
  await import(new URL('cli.ts', sources).href);
}
