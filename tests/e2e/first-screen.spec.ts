import { intercept } from './interception.ts';
import { expect, test } from './test.ts';

const phone = { width: 390, height: 844 };

test('the sign-in page loads few scripts, which were compressed by the build', async ({ newVisitor }) => {
  const visitor = await newVisitor();
  const scripts: { path: string; encoding: string | undefined; bytes: number }[] = [];
  visitor.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const { 'content-encoding': encoding, 'content-length': length } = response.headers();
    scripts.push({ path: new URL(response.url()).pathname, encoding, bytes: Number(length) });
  });
  await visitor.goto('/login');
  // This button is loaded last, after the form.
  await expect(visitor.getByRole('button', { name: 'Continue with SSO' })).toBeVisible();
  expect(scripts).not.toEqual([]);
  // The length of a file that the server compresses for the request is not known in advance.
  expect(scripts.filter(({ encoding, bytes }) => encoding !== 'br' || Number.isNaN(bytes))).toEqual([]);
  expect(scripts.filter(({ path }) => path.startsWith('/assets/shared-'))).toEqual([]);
  // What the portals share would double it. The budget of the first file is in `tests/bench/first-load.ts`.
  expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(150 * 1024);
});

test('a reload restores the scroll position of the home page', async ({ page, signInAs }) => {
  await signInAs('driver');
  await page.setViewportSize(phone);
  await page.goto('/members/home');
  const news = page.getByRole('region', { name: 'News' });
  await expect(news).toBeAttached();
  // The router saves a position only after the scroll event, for which an immediate reload may leave no time.
  const scrolledTo = await page.evaluate(async () => {
    const scrolled = new Promise((resolve) => document.addEventListener('scroll', resolve, { once: true }));
    scrollTo(0, 600);
    await scrolled;
    return scrollY;
  });
  expect(scrolledTo).toBe(600);
  await page.reload();
  await expect(news).toBeAttached();
  // When fonts arrive, the browser keeps the visible text in place, which may be a few pixels farther down.
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - 600)).toBeLessThan(24);
});

test('an ended session opens sign-in, and a role without access is sent to its own section', async ({
  page,
  signInAs,
  newVisitor,
}) => {
  const visitor = await newVisitor();
  await visitor.goto('/terms');
  await visitor.evaluate(() => localStorage.setItem('accessToken', 'of yesterday'));
  await visitor.goto('/members/home');
  await expect(visitor).toHaveURL(/\/login\?next=/);
  await expect(visitor.getByLabel('Email')).toBeVisible();
  await signInAs('news');
  await page.goto('/members/home');
  await expect(page).toHaveURL(/\/news/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('if the script fails to load, the page shows a message in the chosen color scheme and can reload', async ({
  browser,
  baseURL,
}) => {
  // The browser logs the failed request to the console, which fails a test that uses the shared page.
  const context = await browser.newContext({ baseURL: baseURL ?? '', colorScheme: 'light' });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('mantine-color-scheme-value', 'dark'));
  const stopFailing = await intercept(page, /\/assets\/.*\.js$/, (route) => route.fulfill({ status: 502, body: '' }));
  await page.goto('/login');
  await expect(page.getByRole('alert')).toContainText('This page didn’t finish loading.');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  stopFailing();
  await page.getByRole('link', { name: 'Reload' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.getByText('This page didn’t finish loading.')).toHaveCount(0);
  await context.close();
});

test('rows per page can be selected by keyboard, starting at the current number', async ({ page, signInAs }) => {
  await signInAs('driver');
  await page.goto('/members/home');
  const rows = page.getByRole('combobox', { name: 'Rows per page' });
  await rows.focus();
  await page.keyboard.press('ArrowDown');
  const currentOption = page.getByRole('option', { name: '10', exact: true });
  await expect(currentOption).toHaveAttribute('data-combobox-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/size=/);
  await expect(rows).not.toHaveValue('10');
});

test('the message field has two lines, grows with its text, and then scrolls', async ({ page, signInAs }) => {
  await signInAs('driver');
  await page.setViewportSize(phone);
  const publicJobs = (await (await page.request.get('/api/1.0/public/jobs?limit=5')).json()) as { data: { id: string }[] };
  const message = page.getByRole('textbox', { name: 'Message' });
  const measureHeight = async (lines: number) => {
    await message.fill('Ready on Monday\n'.repeat(lines).trim());
    return (await message.boundingBox())?.height ?? 0;
  };
  await page.goto(`/apply/${publicJobs.data[0]?.id}`);
  const twoLineHeight = await measureHeight(2);
  expect(await measureHeight(0)).toBe(twoLineHeight);
  const fiveLineHeight = await measureHeight(5);
  expect(fiveLineHeight).toBeGreaterThan(twoLineHeight);
  const eightLineHeight = await measureHeight(8);
  expect(eightLineHeight).toBeGreaterThan(fiveLineHeight);
  expect(await measureHeight(20)).toBe(eightLineHeight);
});
