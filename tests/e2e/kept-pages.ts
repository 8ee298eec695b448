import type { Page } from '@playwright/test';
import { baseAddress, expect, seedSession, termsCookie, test as base, watch } from './test.ts';

type Kept = { page: Page; problems: string[] };
type KeptPages = (name: string | null) => Promise<Kept>;

/**
 * A page per account (or for a visitor with null) that a worker keeps for several tests, signed in once and with loaded
 * data. For tests that only look; tests that change anything use `page`.
 */
export const test = base.extend<{ keptPage: (name: string | null) => Promise<Page> }, { keptPages: KeptPages }>({
  keptPages: [
    async ({ browser }, use) => {
      const pages = new Map<string | null, Promise<Kept>>();
      const open = async (name: string | null): Promise<Kept> => {
        const context = await browser.newContext({ baseURL: baseAddress(), reducedMotion: 'reduce' });
        context.setDefaultTimeout(15_000);
        await context.addCookies([termsCookie()]);
        const page = await context.newPage();
        const problems: string[] = [];
        watch(page, problems);
        if (name) await seedSession(page, name);
        return { page, problems };
      };
      await use((name) => {
        const page = pages.get(name) ?? open(name);
        pages.set(name, page);
        return page;
      });
      for (const openPage of pages.values()) await (await openPage).page.context().close();
    },
    { scope: 'worker' },
  ],
  keptPage: async ({ keptPages }, use) => {
    const used: Kept[] = [];
    await use(async (name) => {
      const openPage = await keptPages(name);
      used.push(openPage);
      return openPage.page;
    });
    for (const { problems } of used) expect(problems.splice(0)).toEqual([]);
  },
});
