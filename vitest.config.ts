import { defineConfig } from 'vitest/config';

/** What does not touch the engine, or touches both, runs once: who may call what, hostile requests, time taken, backups. */
const engineFree = [
  'tests/api/access/**',
  'tests/api/rest/hostile.test.ts',
  'tests/api/auth/timing.test.ts',
  'tests/api/process/backup.test.ts',
  'tests/api/process/container.test.ts',
  'tests/api/faults/two-nodes.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{shared,server,web,drizzle,tests/helpers,tests/router}/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          exclude: process.env['TEST_ENGINE'] === 'embedded' ? engineFree : [],
          globalSetup: ['tests/helpers/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
