import { openTabs } from './tabs.ts';
import { expect, test } from './test.ts';

test('a tab comes to the next test without anything of the last one', async ({ browser }) => {
  const tabs = openTabs(browser);
  const tab = await tabs.take();
  const { page } = tab;
  const context = page.context();
  await page.goto('/login');
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'of the last test');
    sessionStorage.setItem('draft', 'of the last test');
    console.error('of the last test');
  });
  await context.addCookies([{ name: 'refreshToken', value: 'of-the-last-test', url: page.url() }]);
  await page.route('**/login', (route) => route.fulfill({ body: 'of the last test' }));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await context.newPage();
  expect(await tabs.giveBack(tab)).toHaveLength(1);

  expect(await tabs.take()).toBe(tab);
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  const stored = await page.evaluate(() => [localStorage.getItem('accessToken'), sessionStorage.getItem('draft')]);
  expect(stored).toEqual([null, null]);
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['termsAccepted']);
  expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: light)').matches && innerWidth === 1280)).toBe(true);
  expect(context.pages()).toEqual([page]);
  expect(await tabs.giveBack(tab)).toEqual([]);
  await context.close();
});

test('a tab that was changed in a way that cannot be undone is closed', async ({ browser }) => {
  const tabs = openTabs(browser);
  const tab = await tabs.take();
  await tab.page.addInitScript(() => undefined);
  await tabs.giveBack(tab);
  expect(tab.page.isClosed()).toBe(true);
  const withClock = await tabs.take();
  await withClock.page.clock.install();
  await tabs.giveBack(withClock);
  expect(withClock.page.isClosed()).toBe(true);
});
