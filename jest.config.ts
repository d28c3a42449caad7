/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'es6' },
  },
] as [string, Record<string, unknown>];

const base = {
  transform: { '^.+\\.tsx?$': swc },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: ['/dist/'],
  testPathIgnorePatterns: ['/node_modules/', ...(process.env.LONG ? [] : ['\\.long\\.test\\.ts$'])],
};

const node = (name: string) => ({ ...base, displayName: name, rootDir: name, testEnvironment: 'node' });

const config: Config = {
  // One more than the two cores of a CI machine: a good part of the time of a file goes by while it waits, for the store, for
  // a server that starts, for a rule of some seconds.
  maxWorkers: 3,
  // The modules of a file stay in memory, and each later file takes longer: 0.7 s of CPU to load the app in a young
  // worker, 2.3 s after 35 files. A worker that holds so much at the end of a file is replaced, which takes a second.
  workerIdleMemoryLimit: '320MB',
  testTimeout: 30_000,
  projects: [
    node('shared'),
    node('bench'),
    {
      ...node('server'),
      globalSetup: '<rootDir>/jest.global-setup.ts',
      globalTeardown: '<rootDir>/jest.global-teardown.ts',
    },
    node('embedded-mongo'),
    node('native'),
    { ...node('city'), globalSetup: '<rootDir>/jest.global-setup.ts' },
    {
      ...node('demo'),
      globalSetup: '<rootDir>/../server/jest.global-setup.ts',
      globalTeardown: '<rootDir>/../server/jest.global-teardown.ts',
    },
    {
      ...base,
      displayName: 'client',
      rootDir: 'client',
      testEnvironment: '<rootDir>/jest.environment.mjs',
      setupFiles: ['<rootDir>/jest.setup.ts'],
      moduleNameMapper: { '\\.(css|woff2)$': '<rootDir>/jest.empty.ts' },
    },
  ],
};

export default config;
