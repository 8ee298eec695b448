import type { APIRequestContext, Page } from '@playwright/test';
import { demoPassword } from '#server/demo/vocabulary.ts';
import { chooseAddress, choose } from './fields.ts';
import { fillSignUp, newPerson } from './people.ts';
import { type Screen, screens } from './screens.ts';
import { test } from './kept-pages.ts';
import { baseAddress, expect, expectAccessible } from './test.ts';

/** One file for all screens, so its tests are shared between the workers. */
test.describe.configure({ mode: 'parallel' });

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
const narrowest = { width: 360, height: 780 };

/** A public job, and one of the demo company with many applicants. */
let ids: { job: string; own: string; company: string; thread: string; channel: string; post: string; ad: string };

test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext({ baseURL: baseAddress() });
  const found = (await (await request.get('/api/1.0/public/jobs?query=driver&limit=1')).json()) as { data: { id: string }[] };
  const data = { email: 'companyadmin@demo.example', password: demoPassword, device_id: 'screens1', role: 'employer' };
  const signedIn = (await (await request.post('/api/1.0/auth/login', { data })).json()) as { data: { accessToken: string } };
  const headers = { authorization: `Bearer ${signedIn.data.accessToken}` };
  const own = (await (await request.get('/api/1.0/jobs?limit=100', { headers })).json()) as {
    data: { id: string; company_id: string; total_applicants: number }[];
  };
  const [most] = own.data.toSorted((a, b) => b.total_applicants - a.total_applicants);
  const contactInput = { job_id: most?.id, subject: 'How long is it up?', message: 'The renewal says another day than the job.' };
  const thread = (await (await request.post('/api/1.0/contact', { headers, data: contactInput })).json()) as {
    data: { id: string };
  };
  ids = {
    job: found.data[0]?.id ?? '',
    own: most?.id ?? '',
    company: most?.company_id ?? '',
    thread: thread.data.id,
    ...(await demoNews(request)),
    ad: await demoAd(request),
  };
  await request.dispose();
});

/** The demo's Mandatory channel and one of its posts. */
async function demoNews(request: APIRequestContext): Promise<{ channel: string; post: string }> {
  const data = { email: 'newsadmin@demo.example', password: demoPassword, device_id: 'screens1', role: 'employer' };
  const signedIn = (await (await request.post('/api/1.0/auth/login', { data })).json()) as { data: { accessToken: string } };
  const headers = { authorization: `Bearer ${signedIn.data.accessToken}` };
  const idOf = async (path: string, field: string, value: string) => {
    const filters = [{ field, operator: 'equals', value }];
    const found = (await (await request.post(`/api/1.0/news/${path}`, { headers, data: { filters } })).json()) as {
      data: { id: string }[];
    };
    return found.data[0]?.id ?? '';
  };
  const channel = await idOf('channels/search', 'name', 'Safety and rules');
  return { channel, post: await idOf(`channels/${channel}/posts/search`, 'title', 'Tire chains: where and when to carry them') };
}

/** A demo ad that has been shown for a while. */
async function demoAd(request: APIRequestContext): Promise<string> {
  const data = { email: 'ads@demo.example', password: demoPassword, device_id: 'screens1', role: 'employer' };
  const signedIn = (await (await request.post('/api/1.0/auth/login', { data })).json()) as { data: { accessToken: string } };
  const headers = { authorization: `Bearer ${signedIn.data.accessToken}` };
  const filters = [{ field: 'advertiser', operator: 'equals', value: 'Summit Tire' }];
  const found = (await (await request.post('/api/1.0/ads/search', { headers, data: { filters } })).json()) as {
    data: { id: string }[];
  };
  return found.data[0]?.id ?? '';
}

/** Waits for the screen with its data: its only h1 is visible, is not an unexpected error, and nothing is loading. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const isNowhere = new URL(page.url()).pathname === '/nowhere';
  await expect(page.getByRole('heading', { name: 'Oops!' })).toHaveCount(isNowhere ? 1 : 0);
  const sample = page.getByRole('region', { name: 'Loading' }).getByText('Loading...');
  await expect(page.getByText('Loading...'), 'none but what the gallery shows').toHaveCount(await sample.count());
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await page.setViewportSize(narrowest);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: 'nothing scrolls sideways at 360' })
    .toBeLessThanOrEqual(narrowest.width);
}

/** Rules about colors, which depend on the scheme and not on the width. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Changes the scheme and waits until all colors have changed. */
async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForFunction((wanted) => {
    const worn = document.documentElement.getAttribute('data-mantine-color-scheme');
    const changing = document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === 'running');
    return (worn === null || worn === wanted) && !changing;
  }, colorScheme);
}

type Visit = Pick<Screen, 'path' | 'title'> & {
  /** Another viewer's test checks the same screen in all sizes and schemes, so here only its wide light form is checked. */
  isOtherViewer?: boolean;
};

async function visit(page: Page, { path, title, isOtherViewer = false }: Visit): Promise<void> {
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(path.replace(/\{(job|own|company|thread|channel|post|ad)\}/g, (_, name: keyof typeof ids) => ids[name]));
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await wear(page, 'light');
    await settle(page);
    await expect(page).toHaveTitle(title);
    if (isOtherViewer && size === phone) continue;
    await test.step(`${size.width} light`, () => expectAccessible(page, size === desk ? {} : { without: colorRules }));
  }
  if (!isOtherViewer) {
    await wear(page, 'dark');
    await test.step('dark', () => expectAccessible(page, { only: colorRules }));
  }
  await expectNoSidewaysScroll(page);
}

/** Screens that affect later tests. */
const leavesTraces = ({ viewer, path }: Screen) => viewer === 'newcomer' || path === '/logout';

const isOtherViewer = (screen: Screen) => screens.find(({ path }) => path === screen.path) !== screen;

for (const screen of screens.filter((one) => !leavesTraces(one))) {
  test(`${screen.path} as ${screen.viewer}`, async ({ keptPage }) => {
    const page = await keptPage(screen.viewer === 'visitor' ? null : screen.viewer);
    await visit(page, { ...screen, isOtherViewer: isOtherViewer(screen) });
  });
}

for (const screen of screens.filter(leavesTraces)) {
  test(`${screen.path} as ${screen.viewer}`, async ({ page }) => {
    if (screen.viewer === 'newcomer') await signUp(page);
    await visit(page, screen);
  });
}

async function signUp(page: Page): Promise<void> {
  await page.goto('/signup');
  await fillSignUp(page, newPerson());
  await expect(page).toHaveURL(/\/company-info/);
}

test('the steps of a new job', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  await page.goto('/company/jobs/new');
  await page.getByLabel('Job title').fill('Night linehaul');
  await choose(page, 'Job type', 'Tanker');
  await choose(page, 'Required experience', '1-2 years');
  await choose(page, 'Home time', 'Every weekend');
  await page.getByLabel('Job description').fill('Omaha to Denver and back.');
  await page.getByRole('button', { name: 'Continue to locations' }).click();
  await visit(page, { path: '/company/jobs/new/targeting-address', title: /^Company \| / });
  await chooseAddress(page, 'Add a location', 'Moab, UT');
  await expect(page.getByRole('table', { name: 'Your locations' }).getByRole('row', { name: /Moab/ })).toBeVisible();
  await page.getByRole('button', { name: 'Continue to add-ons' }).click();
  await visit(page, { path: '/company/jobs/new/addons', title: /^Company \| / });
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await visit(page, { path: '/company/jobs/new/payment-method', title: /^Company \| / });
});

test('what opens over the screens: drawer, menus, dialogs, an applicant', async ({ page, signInAs, checkAccessibility }) => {
  await signInAs('superadmin');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(phone);
  await page.goto('/admin/company-list');
  await settle(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Company List' })).toBeVisible();
  await checkAccessibility();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.setViewportSize(desk);
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
  await settle(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkAccessibility();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('dialog', { name: 'Are you sure you want to Logout?' })).toBeVisible();
  await checkAccessibility();
});
