import { defineConfig } from 'vitest/config';
import { findTestsNotOn } from './tests/helpers/engines.ts';
import { compiledTexts } from './web/texts/plugin.ts';

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
          include: ['{shared,server,web,drizzle,tests/helpers,tests/router,tests/conventions,tests/forms}/**/*.test.{ts,tsx}'],
        },
      },
      {
        plugins: [compiledTexts()],
        test: {
          ...shared,
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          exclude: process.env['TEST_ENGINE'] === 'postgres' ? findTestsNotOn('postgres') : [],
          globalSetup: ['tests/helpers/global-setup.ts'],
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
