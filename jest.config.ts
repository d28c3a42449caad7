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
  runtime: '<rootDir>/../scripts/jest-runtime.cjs',
  transform: { '^.+\\.tsx?$': swc },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: ['/dist/'],
  testPathIgnorePatterns: ['/node_modules/', ...(process.env.LONG ? [] : ['\\.long\\.test\\.ts$'])],
};

const node = (name: string) => ({ ...base, displayName: name, rootDir: name, testEnvironment: 'node' });

const config: Config = {
  // One worker more than the two cores of a CI machine, because a test file spends much of its time waiting: for the
  // store, for the start of a server, or for a timeout of some seconds.
  maxWorkers: 3,
  // The modules of a test file stay in the worker's memory, so that each later file takes longer: loading the app takes
  // 0.7 s of CPU in the second file of a worker, 2.4 s in the twenty-fifth. If a worker uses more memory than this when a
  // file ends, a new worker takes its place, whose first load takes 2 s.
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
