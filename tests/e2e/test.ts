import { test as base, type BrowserContextOptions, expect, type Frame, type Page } from '@playwright/test';
import axe from 'axe-core';
import { demoPassword } from '#server/demo/vocabulary.ts';
import { linkTo } from '#tests/helpers/mailbox.ts';
import { signInByApi } from './people.ts';
import { baseAddress, openTabs, type Tab, type Tabs } from './tabs.ts';

export { baseAddress, neighbours, termsCookie } from './tabs.ts';

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

/** Exactly this path of the tested server. The path may be a pattern. */
export const pathOf = (path: string) => new RegExp(`^${baseAddress()}${path}$`);

/** Fails a test on any console error and any request to another server. */
export const test = base.extend<Fixtures, { tabs: Tabs }>({
  tabs: [async ({ browser }, use) => use(openTabs(browser)), { scope: 'worker' }],
  // Playwright requires the first argument to be destructured.
  baseURL: async ({ browserName: _ }, use) => use(baseAddress()),
  page: async ({ tabs }, use) => {
    const tab = await tabs.take();
    await use(tab.page);
    expect(await tabs.giveBack(tab)).toEqual([]);
  },
  context: async ({ page }, use) => use(page.context()),
  newVisitor: async ({ tabs }, use) => {
    const visitorTabs: Tab[] = [];
    await use(async (options) => {
      const tab = await tabs.take(options);
      visitorTabs.push(tab);
      return tab.page;
    });
    const problems = await Promise.all(visitorTabs.map((tab) => tabs.giveBack(tab)));
    expect(problems.flat()).toEqual([]);
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
  await signInByApi(page, { email: `${name}@demo.example`, password: demoPassword });
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

export { expect };
