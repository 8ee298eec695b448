import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

/**
 * Finds a Chromium for the tests: Playwright's own, otherwise the system's Chromium or Chrome, otherwise one that is
 * installed now (by Playwright, or as root Debian's package). Of Debian's, the headless shell comes first, because tests
 * take about half as long in it. If nothing works, it prints what to do and returns null.
 */
export function findBrowser(): string | null {
  const found = installed();
  if (found) return found;
  process.stdout.write('No Chromium here; installing one\n');
  spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit', timeout: 300_000 });
  if (!installed() && process.getuid?.() === 0 && onPath('apt-get')) {
    const install = 'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq';
    spawnSync('sh', ['-c', `apt-get update -qq && { ${install} chromium-headless-shell || ${install} chromium; }`], {
      stdio: 'inherit',
      timeout: 600_000,
    });
  }
  const browser = installed();
  if (!browser) {
    process.stdout.write(
      'The browser tests need a Chromium: run `npx playwright install chromium`, or install your system’s chromium package, then run them again.\n',
    );
  }
  return browser;
}

function installed(): string | null {
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return names.map(onPath).find((path) => path !== null) ?? null;
}

function onPath(name: string): string | null {
  const folder = (process.env['PATH'] ?? '').split(':').find((candidate) => existsSync(join(candidate, name)));
  if (folder) return join(folder, name);
  try {
    return (
      execFileSync('which', [name], { stdio: ['ignore', 'pipe', 'ignore'] })
        .toString()
        .trim() || null
    );
  } catch {
    return null;
  }
}
