import { randomBytes } from 'node:crypto';
import { test as base, type BrowserContextOptions, expect, type Frame, type Page } from '@playwright/test';
import axe from 'axe-core';
import { demoPassword } from '#server/demo/vocabulary.ts';
import { linkTo } from '#tests/helpers/mailbox.ts';

type Fixtures = {
  /** Another person on another machine: a separate browser context, watched like `page`. */
  newVisitor: (options?: BrowserContextOptions) => Promise<Page>;
  /** Signs a demo account in through the API, as the page's session. */
  signInAs: (name: string, page?: Page) => Promise<void>;
  /** Waits for an email and returns the path and query of its link. */
  mailedPath: (to: string, path: string) => Promise<string>;
  /** Fails the test on a serious axe finding of the current page. */
  checkAccessibility: (rules?: AxeRules) => Promise<void>;
};

export const baseAddress = (): string => process.env['BASE_URL'] ?? '';

/** URLs of other servers that a test started on this machine. */
export const neighbours = new Set<string>();

/** Exactly this path of the tested server. The path may be a pattern. */
export const pathOf = (path: string) => new RegExp(`^${baseAddress()}${path}$`);

/** The cookie of a visitor who has answered the terms dialog. */
export const termsCookie = () => ({ name: 'termsAccepted', value: 'true', url: baseAddress() });

/** Fails a test on any console error and any request to another server. */
export const test = base.extend<Fixtures>({
  // Playwright requires the first argument to be destructured.
  baseURL: async ({ browserName: _ }, use) => use(baseAddress()),
  page: async ({ page, context }, use) => {
    const problems: string[] = [];
    await context.addCookies([termsCookie()]);
    context.on('page', (other) => watch(other, problems));
    watch(page, problems);
    await use(page);
    expect(problems).toEqual([]);
  },
  newVisitor: async ({ browser }, use) => {
    const problems: string[] = [];
    const contexts: { close: () => Promise<void> }[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ baseURL: baseAddress(), reducedMotion: 'reduce', ...options });
      contexts.push(context);
      await context.addCookies([termsCookie()]);
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      watch(page, problems);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(problems).toEqual([]);
  },
  signInAs: async ({ page: own }, use) => use((name, page = own) => seedSession(page, name)),
  mailedPath: async ({ browserName: _ }, use) =>
    use(async (to, path) => {
      let link: URL | null = null;
      await expect(async () => {
        link = await linkTo(process.env['E2E_DATA_DIR'] ?? '', to, path);
      }).toPass({ timeout: 15_000 });
      const { pathname, search } = link ?? new URL('http://nowhere');
      return pathname + search;
    }),
  checkAccessibility: async ({ page }, use) => use((rules) => expectAccessible(page, rules)),
});

/** Signs a demo account in through the API, as the page's session. */
export async function seedSession(page: Page, name: string): Promise<void> {
  const deviceId = randomBytes(4).toString('hex');
  const data = { email: `${name}@demo.example`, password: demoPassword, deviceId, role: 'employer' };
  const answer = await page.request.post('/trpc/auth.login', { data });
  expect(answer.status()).toBe(200);
  const { result } = (await answer.json()) as { result: { data: { accessToken: string } } };
  await page.addInitScript((token) => {
    if (!sessionStorage.getItem('seeded')) localStorage.setItem('accessToken', token);
    sessionStorage.setItem('seeded', 'yes');
  }, result.data.accessToken);
}

/** The rules to check: only these, or all without these. */
type AxeRules = { only?: string[]; without?: string[] };

/**
 * Fails on a serious axe finding of the current page. Axe's Playwright package loads axe and collects passing elements for
 * each check, which takes longer than the check itself.
 */
export async function expectAccessible(page: Page, { only, without = [] }: AxeRules = {}): Promise<void> {
  for (const frame of page.frames()) await loadAxe(frame);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    selectors: false,
    ...(only ? { runOnly: only } : { rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])) }),
  };
  const found = await page.evaluate(async (wanted) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    const { violations } = await loaded.run(document, wanted);
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
  }, options);
  expect(found).toEqual([]);
}

/** Axe stays in a frame until the frame navigates. */
async function loadAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return;
  await frame.evaluate(`${axe.source};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`);
}

/** Reports console errors and requests to other servers. Expected error answers do not count. */
export function watch(page: Page, problems: string[]): void {
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

export { expect };
