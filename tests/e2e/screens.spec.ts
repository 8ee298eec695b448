import type { APIRequestContext, Page } from '@playwright/test';
import { demoPassword } from '#server/demo/vocabulary.ts';
import { chooseAddress, chooseOption } from './fields.ts';
import { fillSignUp, newPerson } from './people.ts';
import { test } from './reused-pages.ts';
import { type Screen, screens } from './screens.ts';
import { baseAddress, expect, expectAccessible } from './test.ts';

/** All screens are tested in this file, so its tests must run in parallel. */
test.describe.configure({ mode: 'parallel' });

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const minViewport = { width: 360, height: 780 };

/** The ids that replace the names in the screens' paths (screens.ts). */
let ids: {
  job: string;
  own: string;
  applicant: string;
  company: string;
  thread: string;
  channel: string;
  post: string;
  ad: string;
};

test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext({ baseURL: baseAddress() });
  const publicJobs = (await (await request.get('/api/1.0/public/jobs?query=driver&limit=1')).json()) as {
    data: { id: string }[];
  };
  const data = { email: 'companyadmin@demo.example', password: demoPassword, device_id: 'screens1', role: 'employer' };
  const loginResult = (await (await request.post('/api/1.0/auth/login', { data })).json()) as { data: { accessToken: string } };
  const headers = { authorization: `Bearer ${loginResult.data.accessToken}` };
  const own = (await (await request.get('/api/1.0/jobs?limit=100', { headers })).json()) as {
    data: { id: string; company_id: string; total_applicants: number }[];
  };
  const [mostAppliedJob] = own.data.toSorted((a, b) => b.total_applicants - a.total_applicants);
  const applicants = (await (
    await request.get(`/api/1.0/jobs/${mostAppliedJob?.id}/applicants?limit=1`, { headers })
  ).json()) as {
    data: { id: string }[];
  };
  const contactInput = {
    job_id: mostAppliedJob?.id,
    subject: 'How long is it up?',
    message: 'The renewal says another day than the job.',
  };
  const thread = (await (await request.post('/api/1.0/contact', { headers, data: contactInput })).json()) as {
    data: { id: string };
  };
  ids = {
    job: publicJobs.data[0]?.id ?? '',
    own: mostAppliedJob?.id ?? '',
    applicant: applicants.data[0]?.id ?? '',
    company: mostAppliedJob?.company_id ?? '',
    thread: thread.data.id,
    ...(await findDemoNews(request)),
    ad: await findDemoAd(request),
  };
  await request.dispose();
});

/** Finds the demo's Mandatory channel and one of its posts. */
async function findDemoNews(request: APIRequestContext): Promise<{ channel: string; post: string }> {
  const data = { email: 'newsadmin@demo.example', password: demoPassword, device_id: 'screens1', role: 'employer' };
  const loginResult = (await (await request.post('/api/1.0/auth/login', { data })).json()) as { data: { accessToken: string } };
  const headers = { authorization: `Bearer ${loginResult.data.accessToken}` };
  const findId = async (path: string, field: string, value: string) => {
    const filters = [{ field, operator: 'equals', value }];
    const response = (await (await request.post(`/api/1.0/news/${path}`, { headers, data: { filters } })).json()) as {
      data: { id: string }[];
    };
    return response.data[0]?.id ?? '';
  };
  const channel = await findId('channels/search', 'name', 'Safety and rules');
  return {
    channel,
    post: await findId(`channels/${channel}/posts/search`, 'title', 'Tire chains: where and when to carry them'),
  };
}

/** Finds a demo ad that has been shown for a while. */
async function findDemoAd(request: APIRequestContext): Promise<string> {
  const data = { email: 'ads@demo.example', password: demoPassword, device_id: 'screens1', role: 'employer' };
  const signedIn = (await (await request.post('/api/1.0/auth/login', { data })).json()) as { data: { accessToken: string } };
  const headers = { authorization: `Bearer ${signedIn.data.accessToken}` };
  const filters = [{ field: 'advertiser', operator: 'equals', value: 'Summit Tire' }];
  const found = (await (await request.post('/api/1.0/ads/search', { headers, data: { filters } })).json()) as {
    data: { id: string }[];
  };
  return found.data[0]?.id ?? '';
}

/** The number of unread conversations, which the tab's title begins with. */
const unreadCount = /^\(\d+\) /;

/** Waits until the screen has loaded: its only h1 is visible, it shows no unexpected error, and nothing is loading. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Oops!' })).toHaveCount(0);
  const galleryLoaders = page.getByRole('region', { name: 'Loading' }).getByText('Loading...');
  await expect(page.getByText('Loading...'), 'none but what the gallery shows').toHaveCount(await galleryLoaders.count());
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await page.setViewportSize(minViewport);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: 'nothing scrolls sideways at 360' })
    .toBeLessThanOrEqual(minViewport.width);
}

/** The rules about colors, which depend on the color scheme and not on the width. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Changes the color scheme and waits until all colors have changed. */
async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForFunction((expected) => {
    const currentScheme = document.documentElement.getAttribute('data-mantine-color-scheme');
    const isChanging = document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === 'running');
    return (currentScheme === null || currentScheme === expected) && !isChanging;
  }, colorScheme);
}

type ScreenCheck = Pick<Screen, 'path' | 'title'> & {
  /** True if another test checks this screen in all sizes and schemes. This test then checks it only wide and light. */
  isRepeatedScreen?: boolean;
};

async function checkScreen(page: Page, { path, title, isRepeatedScreen = false }: ScreenCheck): Promise<void> {
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(
    path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const id = ids[name as keyof typeof ids];
      if (!id) throw new Error(`No id for {${name}} in ${path}`);
      return id;
    }),
  );
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    await setColorScheme(page, 'light');
    await waitUntilLoaded(page);
    const plainTitle = async () => (await page.title()).replace(unreadCount, '');
    await (typeof title === 'string' ? expect.poll(plainTitle).toBe(title) : expect.poll(plainTitle).toMatch(title));
    if (isRepeatedScreen && size === phone) continue;
    await test.step(`${size.width} light`, () => expectAccessible(page, size === desktop ? {} : { without: colorRules }));
  }
  if (!isRepeatedScreen) {
    await setColorScheme(page, 'dark');
    await test.step('dark', () => expectAccessible(page, { only: colorRules }));
  }
  await expectNoSidewaysScroll(page);
}

/** Returns whether opening the screen affects later tests. */
const changesSession = ({ viewer, path }: Screen) => viewer === 'newcomer' || path === '/logout';

const isOtherViewer = (screen: Screen) => screens.find(({ path }) => path === screen.path) !== screen;

for (const screen of screens.filter((one) => !changesSession(one))) {
  test(`${screen.path} as ${screen.viewer}`, async ({ reusedPage }) => {
    const page = await reusedPage(screen.viewer === 'visitor' ? null : screen.viewer);
    await checkScreen(page, { ...screen, isRepeatedScreen: isOtherViewer(screen) });
  });
}

for (const screen of screens.filter(changesSession)) {
  test(`${screen.path} as ${screen.viewer}`, async ({ page }) => {
    if (screen.viewer === 'newcomer') await signUp(page);
    await checkScreen(page, screen);
  });
}

async function signUp(page: Page): Promise<void> {
  await page.goto('/signup');
  await fillSignUp(page, newPerson());
  await expect(page).toHaveURL(/\/company-info/);
}

test('the steps of a new job are accessible', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  await page.goto('/company/jobs/new');
  await page.getByLabel('Job title').fill('Night linehaul');
  await chooseOption(page, 'Job type', 'Tanker');
  await chooseOption(page, 'Required experience', '1-2 years');
  await chooseOption(page, 'Home time', 'Every weekend');
  await page.getByLabel('Job description').fill('Omaha to Denver and back.');
  await page.getByRole('button', { name: 'Continue to locations' }).click();
  await checkScreen(page, { path: '/company/jobs/new/targeting-address', title: /^Company \| / });
  await chooseAddress(page, 'Add a location', 'Moab, UT');
  await expect(page.getByRole('table', { name: 'Your locations' }).getByRole('row', { name: /Moab/ })).toBeVisible();
  await page.getByRole('button', { name: 'Continue to add-ons' }).click();
  await checkScreen(page, { path: '/company/jobs/new/addons', title: /^Company \| / });
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await checkScreen(page, { path: '/company/jobs/new/payment-method', title: /^Company \| / });
});

test('drawers, menus and dialogs are accessible', async ({ page, signInAs, checkAccessibility }) => {
  await signInAs('superadmin');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(phone);
  await page.goto('/admin/company-list');
  await waitUntilLoaded(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Company List' })).toBeVisible();
  await checkAccessibility();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.setViewportSize(desktop);
  await page.getByRole('button', { name: 'Portals', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Company Portal' })).toBeVisible();
  await checkAccessibility();
  await page.getByRole('menuitem', { name: 'Company Portal' }).click();
  await expect(page).toHaveURL(/\/company\/jobs/);
  await expect(page.getByRole('combobox', { name: 'Select company' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.goto(`/company/jobs/${ids.own}/detail`);
  await waitUntilLoaded(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkAccessibility();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('dialog', { name: 'Are you sure you want to Logout?' })).toBeVisible();
  await checkAccessibility();
});
