import type { Page } from '@playwright/test';
import type { Tab } from './tabs.ts';
import { expect, seedSession, test as base } from './test.ts';

type KeptPages = (name: string | null) => Promise<Tab>;

/**
 * A page per account (or for a visitor with null) that a worker keeps for several tests, signed in once and with loaded
 * data. For tests that only look; tests that change anything use `page`.
 */
export const test = base.extend<{ keptPage: (name: string | null) => Promise<Page> }, { keptPages: KeptPages }>({
  keptPages: [
    async ({ tabs }, use) => {
      const pages = new Map<string | null, Promise<Tab>>();
      const open = async (name: string | null): Promise<Tab> => {
        const tab = await tabs.take();
        if (name) await seedSession(tab.page, name);
        return tab;
      };
      await use((name) => {
        const tab = pages.get(name) ?? open(name);
        pages.set(name, tab);
        return tab;
      });
    },
    { scope: 'worker' },
  ],
  keptPage: async ({ keptPages }, use) => {
    const used: Tab[] = [];
    await use(async (name) => {
      const tab = await keptPages(name);
      used.push(tab);
      return tab.page;
    });
    for (const { problems } of used) expect(problems.splice(0)).toEqual([]);
  },
});
