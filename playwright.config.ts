import { defineConfig } from '@playwright/test';
import { actionTimeout, navigationTimeout } from './tests/e2e/time-limits.ts';
import { findBrowser } from './tests/helpers/browser.ts';

const executablePath = process.env['CHROMIUM'] ?? findBrowser();
if (!executablePath) throw new Error('No browser to test with');

/** A server that is already running (tests/e2e/setup.ts) has no social sign-in provider. */
const isOwnServer = !process.env['BASE_URL'] || Boolean(process.env['E2E_PROVIDER']);

export default defineConfig({
  testDir: 'tests/e2e',
  testIgnore: isOwnServer ? [] : ['social.spec.ts'],
  globalSetup: './tests/e2e/setup.ts',
  // While two workers compute, one waits for the server.
  workers: 3,
  forbidOnly: true,
  retries: 0,
  timeout: 300_000,
  expect: { timeout: actionTimeout },
  reporter: 'list',
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout,
    navigationTimeout,
    // A trace takes a screenshot of every step, which can cost more than the step. Set TRACE=on to look for a failure.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      // Pauses after each step, in milliseconds. It shows which tests are faster than a person (CONTRIBUTING.md#rules).
      slowMo: Number(process.env['SLOW_MO'] ?? 0),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        // Tests open each page for seconds only, so optimizing compilers would cost more processor time than they save.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
});
