import type { Page } from '@playwright/test';
import { expect, seedSession, test as base } from './test.ts';
import { openVisitor, type Visitor } from './visitor.ts';

type ReusedPages = (name: string | null) => Promise<Visitor>;

/**
 * Provides one page per account (null is a visitor). A worker reuses it for several tests, so signing in and loading happen
 * only once. Use it in tests that only read. Tests that change anything use `page`.
 */
export const test = base.extend<{ reusedPage: (name: string | null) => Promise<Page> }, { reusedPages: ReusedPages }>({
  reusedPages: [
    async ({ browser }, use) => {
      const pages = new Map<string | null, Promise<Visitor>>();
      const openPage = async (name: string | null): Promise<Visitor> => {
        const visitor = await openVisitor(browser);
        if (name) await seedSession(visitor.page, name);
        return visitor;
      };
      await use((name) => {
        const visitor = pages.get(name) ?? openPage(name);
        pages.set(name, visitor);
        return visitor;
      });
    },
    { scope: 'worker' },
  ],
  reusedPage: async ({ reusedPages }, use) => {
    const usedVisitors: Visitor[] = [];
    await use(async (name) => {
      const visitor = await reusedPages(name);
      usedVisitors.push(visitor);
      return visitor.page;
    });
    for (const { problems } of usedVisitors) expect(problems.splice(0)).toEqual([]);
  },
});
