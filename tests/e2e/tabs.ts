import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

export const baseAddress = (): string => process.env['BASE_URL'] ?? '';

/** URLs of other servers that a test started on this machine. */
export const neighbours = new Set<string>();

/** The cookie of a visitor who has answered the terms dialog. */
export const termsCookie = () => ({ name: 'termsAccepted', value: 'true', url: baseAddress() });

/** A page in a separate browser context, and the errors it has seen since it was last cleaned. A spent one is not used again. */
export type Tab = { page: Page; problems: string[]; isSpent: boolean };

/** Tabs that the tests of a worker use one after the other. */
export type Tabs = {
  /** A tab of a visitor. One with options is always new. */
  take: (options?: BrowserContextOptions) => Promise<Tab>;
  /** Cleans the tab for the next test, or closes it, and returns its errors. */
  giveBack: (tab: Tab) => Promise<string[]>;
};

/** A text of the tested server, where a page can change the stored data while the app is not running. */
const quietPath = '/robots.txt';
const usual = { viewport: { width: 1280, height: 720 }, media: { colorScheme: 'light', reducedMotion: 'reduce' } } as const;

/**
 * A first load in a new browser context costs about three times as much as in a tab that has run the app before. A cleaned tab
 * has the caches of a returning visitor, and no cookies, stored data, routes or emulated media. A tab that left the tested
 * server or was changed in a way that cannot be undone is closed.
 */
export function openTabs(browser: Browser): Tabs {
  const free: Tab[] = [];
  return {
    take: async (options) => {
      const tab = (options ? null : free.pop()) ?? (await openTab(browser, options));
      await tab.page.context().addCookies([termsCookie()]);
      return tab;
    },
    giveBack: async (tab) => {
      const problems = tab.problems.splice(0);
      if (!tab.isSpent && !tab.page.isClosed()) {
        await clean(tab);
        free.push(tab);
      } else await tab.page.context().close();
      return problems;
    },
  };
}

async function openTab(browser: Browser, options?: BrowserContextOptions): Promise<Tab> {
  const context = await browser.newContext({ baseURL: baseAddress(), reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(15_000);
  context.setDefaultNavigationTimeout(30_000);
  const tab: Tab = { page: await context.newPage(), problems: [], isSpent: Boolean(options) };
  const spend = () => (tab.isSpent = true);
  const { page, problems } = tab;
  watch(page, problems);
  context.on('page', (other) => watch(other, problems));
  page.on('framenavigated', (frame) => {
    const isElsewhere = frame.url() !== 'about:blank' && new URL(frame.url()).origin !== baseAddress();
    if (isElsewhere && !frame.parentFrame()) spend();
  });
  for (const changed of [page, context]) {
    spendingOn(changed, 'addInitScript', spend);
    spendingOn(changed, 'exposeFunction', spend);
    spendingOn(changed, 'setExtraHTTPHeaders', spend);
  }
  spendingOn(context, 'grantPermissions', spend);
  spendingOn(context, 'newCDPSession', spend);
  spendingOn(context, 'setOffline', spend);
  spendingOn(context.clock, 'install', spend);
  return tab;
}

/** Wraps a method whose effect on a tab cannot be undone. */
function spendingOn<Key extends string>(
  target: Record<Key, (...args: never[]) => unknown>,
  method: Key,
  spend: () => void,
): void {
  const original = target[method].bind(target);
  target[method] = (...args) => {
    spend();
    return original(...args);
  };
}

async function clean({ page, problems }: Tab): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  page.removeAllListeners('dialog');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(quietPath);
  await clearStored(page);
  await context.clearCookies();
  await page.setViewportSize(usual.viewport);
  await page.emulateMedia({ media: null, forcedColors: null, contrast: null, ...usual.media });
  problems.length = 0;
}

const clearStored = (page: Page) =>
  page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

/** Stores the access token of a session in the page's browser, as signing in does. */
export async function storeToken(page: Page, token: string): Promise<void> {
  if (new URL(page.url()).origin !== baseAddress()) await page.goto(quietPath);
  await page.evaluate((given) => localStorage.setItem('accessToken', given), token);
}

/** Reports console errors and requests to other servers. Expected error answers do not count. */
function watch(page: Page, problems: string[]): void {
  page.on('console', (message) => {
    const isRefusal = /Failed to load resource: the server responded with a status of (4\d\d|502)/.test(message.text());
    if (message.type() === 'error' && !isRefusal) problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(baseAddress()).origin && !neighbours.has(origin))
      problems.push(`left the machine: ${request.url()}`);
  });
}
