import { test as base, type BrowserContextOptions, expect, type Frame, type Page, type TestInfo } from '@playwright/test';
import axe from 'axe-core';
import { demoPassword } from '#server/demo/vocabulary.ts';
import { findEmailedLink } from '#tests/helpers/mailbox.ts';
import { signInByApi } from './people.ts';
import { getBaseUrl, openVisitor, type Visitor } from './visitor.ts';

export { getBaseUrl as baseAddress, allowedOrigins as neighbours, makeTermsCookie as termsCookie } from './visitor.ts';

type Fixtures = {
  /** Opens a page of another person in a separate browser context. Its errors fail the test too. */
  newVisitor: (options?: BrowserContextOptions) => Promise<Page>;
  /** Signs a demo account in through the API, as the page's session. */
  signInAs: (name: string, page?: Page) => Promise<void>;
  /** Waits for an email and returns the path and query of its link. */
  emailedPath: (to: string, path: string) => Promise<string>;
  /** Fails the test on a serious axe finding of the current page. */
  checkAccessibility: (rules?: AxeRules) => Promise<void>;
};

/** Matches exactly this path of the tested server. The path may be a pattern. */
export const toUrlPattern = (path: string) => new RegExp(`^${getBaseUrl()}${path}$`);

/** Fails a test on any console error and any request to another server. */
export const test = base.extend<Fixtures>({
  // Playwright requires the first argument to be destructured.
  baseURL: async ({ browserName: _ }, use) => use(getBaseUrl()),
  page: async ({ browser }, use, testInfo) => {
    const visitor = await openVisitor(browser);
    await use(visitor.page);
    await closeVisitors([visitor], testInfo);
  },
  context: async ({ page }, use) => use(page.context()),
  newVisitor: async ({ browser }, use, testInfo) => {
    const visitors: Visitor[] = [];
    await use(async (options) => {
      const visitor = await openVisitor(browser, options);
      visitors.push(visitor);
      return visitor.page;
    });
    await closeVisitors(visitors, testInfo);
  },
  signInAs: async ({ page: defaultPage }, use) => use((name, page = defaultPage) => seedSession(page, name)),
  emailedPath: async ({ browserName: _ }, use) =>
    use(async (to, path) => {
      let link: URL | null = null;
      await expect(async () => {
        link = await findEmailedLink(process.env['E2E_DATA_DIR'] ?? '', to, path);
      }).toPass({ timeout: 60_000 });
      const { pathname, search } = link ?? new URL('http://nowhere');
      return pathname + search;
    }),
  checkAccessibility: async ({ page }, use) => use((rules) => expectAccessible(page, rules)),
});

/** Signs a demo account in through the API, as the page's session. */
export async function seedSession(page: Page, name: string): Promise<void> {
  await signInByApi(page, { email: `${name}@demo.example`, password: demoPassword });
}

/** Fails the test if the visitors' pages had errors. A test that has failed already keeps their consoles for its report. */
async function closeVisitors(visitors: Visitor[], testInfo: TestInfo): Promise<void> {
  for (const { page } of visitors) await page.context().close();
  const messages = visitors.flatMap((visitor) => visitor.messages);
  if (testInfo.errors.length > 0 && messages.length > 0) await testInfo.attach('console', { body: messages.join('\n') });
  expect(visitors.flatMap(({ problems }) => problems)).toEqual([]);
}

/** The rules to check: `only` these, or all rules `without` these. */
type AxeRules = { only?: string[]; without?: string[] };

/**
 * Fails on a serious axe finding of the current page. It does not use axe's Playwright package, because that loads axe and
 * collects passing elements for each check, which takes longer than the check itself.
 */
export async function expectAccessible(page: Page, { only, without = [] }: AxeRules = {}): Promise<void> {
  for (const frame of page.frames()) await loadAxe(frame);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    selectors: false,
    ...(only ? { runOnly: only } : { rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])) }),
  };
  const findings = await page.evaluate(async (runOptions) => {
    const { axe: loadedAxe } = window as unknown as { axe: typeof axe };
    const { violations } = await loadedAxe.run(document, runOptions);
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
  }, options);
  expect(findings).toEqual([]);
}

/** Loads axe into a frame, where it stays until the frame navigates. */
async function loadAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return;
  await frame.evaluate(`${axe.source};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`);
}

export { expect };
