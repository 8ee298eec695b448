import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

/**
 * Finds a Chromium for the tests: Playwright's own or the system's Chromium or Chrome. If there is none, it installs one
 * (Playwright's or, as root, Debian's package). Debian's headless shell is preferred, because tests take about half as long
 * in it. If nothing works, it prints what to do and returns null.
 */
export function findBrowser(): string | null {
  const installedPath = findInstalledBrowser();
  if (installedPath) return installedPath;
  process.stdout.write('No Chromium here; installing one\n');
  spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit', timeout: 300_000 });
  if (!findInstalledBrowser() && process.getuid?.() === 0 && findOnPath('apt-get')) {
    const installCommand = 'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq';
    spawnSync(
      'sh',
      ['-c', `apt-get update -qq && { ${installCommand} chromium-headless-shell || ${installCommand} chromium; }`],
      {
        stdio: 'inherit',
        timeout: 600_000,
      },
    );
  }
  const browser = findInstalledBrowser();
  if (!browser) {
    process.stdout.write(
      'The browser tests need a Chromium: run `npx playwright install chromium`, or install your system’s chromium package, then run them again.\n',
    );
  }
  return browser;
}

function findInstalledBrowser(): string | null {
  const bundledPath = chromium.executablePath();
  if (bundledPath && existsSync(bundledPath)) return bundledPath;
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return names.map(findOnPath).find((path) => path !== null) ?? null;
}

function findOnPath(name: string): string | null {
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
