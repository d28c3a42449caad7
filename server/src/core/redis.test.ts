import { expect, test } from '@jest/globals';
import { versionFault } from './redis';

const info = (version: string) => `# Server\r\nredis_version:${version}\r\nredis_git_sha1:00000000\r\n`;

test.each(['7.0.15', '7.4', '8.2.1', '10.0.0'])('a Redis %s is accepted', (version) => {
  expect(versionFault(info(version))).toBeNull();
});

test.each(['6.2.14', '5.0.7'])('a Redis %s is refused with a sentence that names its version', (version) => {
  expect(versionFault(info(version))).toBe(`REDIS_URL is a Redis ${version}; version 7 or newer is needed.`);
});
