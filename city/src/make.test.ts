import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CityFile } from '@boli/shared/city/city.schema';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cityCommand, cityCommandIn, type Ended } from './testing/run';
import { townExtract } from './testing/town';

let data: string;
let extract: string;
let made: Ended;
const file = (name: string) => join(data, name);
const run = (...args: string[]) => cityCommand(data, ...args).ended;
const folders = async () => (await readdir(file('city'))).filter((name) => name !== 'current').sort();
const current = async () => (await readFile(file('city/current'), 'utf8')).trim();

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'boli-city-'));
  extract = file('town.osm.pbf');
  await writeFile(extract, townExtract());
  made = await run('--osm', extract);
}, 120_000);
afterAll(() => rm(data, { recursive: true, force: true }));

describe('npm run city', () => {
  test('builds a city with one command, and prints the duration of each step', async () => {
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toMatch(/^Making a city of .*town\.osm\.pbf \(0\.0 MB\), in about \d+ seconds\n/);
    expect(made.out).toMatch(/ {2}made the roads in [\d.]+ s\nRampur is in use, after [\d.]+ seconds\n$/);
    const city = CityFile.parse(JSON.parse(await readFile(file(`city/${await current()}/city.json`), 'utf8')));
    expect(city).toMatchObject({
      name: 'Rampur',
      data_date: '2026-03-01',
      drive: 'left',
      roads: true,
      languages: ['en', 'hi'],
    });
    expect((await readdir(file(`city/${await current()}`))).sort()).toEqual(
      ['admin.sqlite', 'city.json', city.map, 'places.json', 'roads.tar'].sort(),
    );
  });

  test('uses a city built earlier without building it again', async () => {
    const before = await folders();
    const again = await run('--osm', extract);
    expect(again.code).toBe(0);
    expect(again.out).toContain('Rampur was made before: it is in use now');
    expect(await folders()).toEqual(before);
  });

  test('lists and removes cities by name', async () => {
    const first = await current();
    expect((await run('--osm', extract, '--name', 'Second', '--drive', 'right')).code).toBe(0);
    const second = await current();
    const listed = await run('--list');
    expect(listed.out).toBe(
      `  Rampur (${first}): 30 places, roads, data of 2026-03-01\n* Second (${second}): 30 places, roads, data of 2026-03-01\n`,
    );
    expect((await run('--remove', 'Second')).out).toBe('Second is removed. No city is in use now.\n');
    expect(await folders()).toEqual([first]);
    expect(await run('--remove', 'Second')).toMatchObject({
      code: 1,
      err: 'No city of that name is installed: Second. See --list.\n',
    });
    expect((await run('--osm', extract)).code).toBe(0);
  }, 120_000);

  test('reads .env from its working directory, as the server does', async () => {
    await writeFile(file('.env'), `DATA_DIR=${data}\n`);
    const { ended } = cityCommandIn(data, {}, '--list');
    expect((await ended).out).toContain('* Rampur');
  });

  test.each([
    ['a missing file', async () => file('nowhere.pbf'), 'There is no file'],
    ['a folder', async () => data, 'is no file'],
    ['an empty file', () => written('empty.pbf', Buffer.alloc(0)), 'truncated, damaged'],
    ['a file that is cut off', () => written('cut.pbf', townExtract().subarray(0, 900)), 'truncated, damaged'],
    [
      'a file in another format',
      () => written('else.pbf', Buffer.from('<osm version="0.6"></osm>')),
      'truncated, damaged',
    ],
  ])('refuses %s with one sentence, and the current city stays in use', async (_what, make, sentence) => {
    const [before, all] = [await current(), await folders()];
    const ended = await run('--osm', await make());
    expect(ended.code).toBe(1);
    expect(ended.err).toContain(sentence);
    expect(ended.err.trim().split('\n')).toHaveLength(1);
    expect([await current(), await folders()]).toEqual([before, all]);
  });

  test.each([
    ['an archive that is not a map', Buffer.from('not a map at all'), 'is no map of vector tiles'],
    ['a map of another place', elsewhere(), 'shows another place than the extract'],
  ])('refuses %s', async (_what, content, sentence) => {
    const map = await written('other.pmtiles', content);
    const ended = await run('--osm', extract, '--map', map);
    expect(ended).toMatchObject({ code: 1, err: expect.stringContaining(sentence) });
  });

  test('leaves the current city in use if it is interrupted, and removes the leftovers in its next run', async () => {
    const before = await current();
    const { child, ended } = cityCommand(data, '--osm', extract, '--name', 'Interrupted');
    const begun = new Promise<void>((resolve) => {
      child.stdout?.on('data', (chunk: Buffer) => chunk.toString().includes('collected') && resolve());
    });
    await begun;
    child.kill('SIGKILL');
    await ended;
    expect(await current()).toBe(before);
    expect((await folders()).some((name) => name.endsWith('.part'))).toBe(true);
    expect((await run('--osm', extract, '--name', 'Next')).code).toBe(0);
    expect((await folders()).some((name) => name.endsWith('.part'))).toBe(false);
  }, 120_000);
});

async function written(name: string, content: Buffer): Promise<string> {
  await writeFile(file(name), content);
  return file(name);
}

/** The header of a PMTiles archive whose bounding box lies in the Pacific. */
function elsewhere(): Buffer {
  const header = Buffer.alloc(127);
  header.write('PMTiles', 0, 'ascii');
  header[7] = 3;
  header[99] = 1;
  for (const [at, degrees] of [-150, -10, -149, -9].entries()) header.writeInt32LE(degrees * 1e7, 102 + at * 4);
  return header;
}
