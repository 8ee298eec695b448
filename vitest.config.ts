import { defineConfig } from 'vitest/config';
import { compiledTexts } from './web/texts/plugin.ts';

/**
 * What does not touch the engine, or touches both, runs once: who may call what, hostile requests, time taken, backups, plans
 * of queries, filters by the thousand, services outside. What is written and what is read runs on both.
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

/** Servers that run on the embedded engine start from its migrated template, which only its own run has. */
const embeddedOnly = ['tests/api/process/{process,seed-command,simulator}.test.ts'];

const excluded: Record<string, string[]> = { embedded: engineFree, postgres: embeddedOnly };

/** Loading the app anew for each file would take nearly as long as its tests do. */
const shared = { environment: 'node', isolate: false, setupFiles: ['tests/helpers/tidy.ts'], testTimeout: 30_000 };

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
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
