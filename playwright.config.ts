import { defineConfig } from '@playwright/test';
import { findBrowser } from './tests/helpers/browser.ts';

const executablePath = process.env['CHROMIUM'] ?? findBrowser();
if (!executablePath) throw new Error('No browser to test with');

/** A server that runs already (tests/e2e/setup.ts) has no log-in provider beside it. */
const isOwnServer = !process.env['BASE_URL'] || Boolean(process.env['E2E_PROVIDER']);

export default defineConfig({
  testDir: 'tests/e2e',
  testIgnore: isOwnServer ? [] : ['social.spec.ts'],
  globalSetup: './tests/e2e/setup.ts',
  // One waits for the server while two compute.
  workers: 3,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    // A trace photographs the page at every step, which costs more than many steps do: TRACE=on while looking for a fault.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'],
    },
  },
});
