import { defineConfig } from 'vitest/config';
import { compiledTexts } from './web/texts/plugin.ts';

/**
 * Tests that do not use the database engine, or use both, run on one engine only: access, hostile requests, timing,
 * backups, query plans, filters, external services. All other tests run on both.
 */
const engineFree = [
  'tests/api/access/**',
  'tests/api/auth/{timing,throttle,email-check}.test.ts',
  'tests/api/admin/audit-filters.test.ts',
  'tests/api/db/*-{lists,plans}.test.ts',
  'tests/api/db/plans.test.ts',
  'tests/api/faults/two-nodes.test.ts',
  'tests/api/{gateway,limits,social}/**',
  'tests/api/process/{backup,container,upload-crash}.test.ts',
  'tests/api/rest/{hostile,generated-client,openapi}.test.ts',
];

/** Servers on the embedded engine start from its migrated template, which only a run on that engine has. */
const embeddedOnly = ['tests/api/process/{process,seed-command,simulator}.test.ts'];

const excluded: Record<string, string[]> = { embedded: engineFree, postgres: embeddedOnly };

/** Loading the app again for each file would take nearly as long as its tests. */
// The time limits leave room for a machine that is busy with other work.
const shared = { environment: 'node', isolate: false, setupFiles: ['tests/helpers/tidy.ts'], testTimeout: 120_000 };

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [compiledTexts()],
        test: {
          ...shared,
          name: 'unit',
          setupFiles: [...shared.setupFiles, 'tests/helpers/page-texts.ts'],
          include: ['{shared,server,web,drizzle,tests/helpers,tests/router}/**/*.test.{ts,tsx}'],
        },
      },
      {
        plugins: [compiledTexts()],
        test: {
          ...shared,
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          exclude: excluded[process.env['TEST_ENGINE'] ?? ''] ?? [],
          globalSetup: ['tests/helpers/global-setup.ts'],
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
