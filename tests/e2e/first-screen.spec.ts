import { expect, test } from './test.ts';

/** What a driver opens most begins with words of the server's (server/site/opening.ts), which the app's first screen replaces. */
const phone = { width: 390, height: 844 };

test.describe('behind its opening', () => {
  test('the home comes back at the place where it was read', async ({ page, signInAs }) => {
    await signInAs('driver');
    await page.setViewportSize(phone);
    await page.goto('/members/home');
    const news = page.getByRole('region', { name: 'News' });
    await expect(news).toBeAttached();
    await page.evaluate(() => scrollTo(0, 600));
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(600);
    await page.reload();
    await expect(page.locator('#opening')).toHaveCount(0);
    await expect(news).toBeAttached();
    // Where letters arrive, the browser keeps what is read in its place, which may be a few pixels farther down.
    expect(Math.abs((await page.evaluate(() => scrollY)) - 600)).toBeLessThan(24);
  });

  test('whoever is not signed in any more is led to the log-in, and whoever may not enter to their own section', async ({
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
    await expect(visitor.locator('#opening')).toHaveCount(0);
    await signInAs('news');
    await page.goto('/members/home');
    await expect(page).toHaveURL(/\/news/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('#opening')).toHaveCount(0);
  });

  test('it is said when the app cannot be fetched', async ({ browser, signInAs, baseURL }) => {
    // The browser's console tells what failed, which elsewhere fails a test.
    const page = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
    await signInAs('driver', page);
    await page.route(/\/assets\/routeTree.*\.js/, (route) => route.fulfill({ status: 502, body: '' }));
    await page.goto('/members/home');
    await expect(page.getByRole('alert')).toContainText('This page didn’t finish loading.');
    await page.unroute(/\/assets\/routeTree.*\.js/);
    await page.getByRole('link', { name: 'Reload' }).click();
    await expect(page.getByRole('region', { name: 'My applications' })).toBeAttached();
    await page.context().close();
  });
});

for (const kind of ['with a long title', 'with a logo']) {
  test(`the job to apply to stays where the server wrote it, ${kind}`, async ({ page, signInAs }) => {
    await signInAs('driver');
    await page.setViewportSize({ width: 320, height: 844 });
    const found = (await (await page.request.get('/api/1.0/public/jobs?limit=100')).json()) as {
      data: { id: string; title: string; company_logo: string | null }[];
    };
    const jobs = found.data.filter(({ company_logo }) => kind === 'with a long title' || company_logo !== null);
    const [job] = jobs.toSorted((a, b) => b.title.length - a.title.length);
    const answers = Promise.withResolvers<void>();
    await page.route(/\/trpc\//, async (route) => {
      await answers.promise;
      await route.continue();
    });
    const pay = page.getByText(/per (week|hour|day|mile|month|year)$|% of load$|^Pay not listed$/).first();
    const place = async () => Math.round((await pay.boundingBox())?.y ?? 0);
    await page.goto(`/jobs/${job?.id}/apply`, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('status', { name: 'Loading your profile' })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const written = await place();
    answers.resolve();
    await expect(page.getByLabel('First name')).toBeVisible();
    expect(await place()).toBe(written);
  });
}

test('rows per page are chosen by keyboard alone, from the chosen number on', async ({ page, signInAs }) => {
  await signInAs('driver');
  await page.goto('/members/home');
  const rows = page.getByRole('combobox', { name: 'Rows per page' });
  await rows.focus();
  await page.keyboard.press('ArrowDown');
  const chosen = page.getByRole('option', { name: '10', exact: true });
  await expect(chosen).toHaveAttribute('data-combobox-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/size=/);
  await expect(rows).not.toHaveValue('10');
});

test('the word to an employer has room for two lines, grows with what is typed, and then scrolls', async ({ page, signInAs }) => {
  await signInAs('driver');
  await page.setViewportSize(phone);
  const found = (await (await page.request.get('/api/1.0/public/jobs?limit=5')).json()) as { data: { id: string }[] };
  const message = page.getByRole('textbox', { name: 'Message' });
  const heightWith = async (lines: number) => {
    await message.fill('Ready on Monday\n'.repeat(lines).trim());
    return (await message.boundingBox())?.height ?? 0;
  };
  await page.goto(`/jobs/${found.data[0]?.id}/apply`);
  const two = await heightWith(2);
  expect(await heightWith(0)).toBe(two);
  const five = await heightWith(5);
  expect(five).toBeGreaterThan(two);
  const eight = await heightWith(8);
  expect(eight).toBeGreaterThan(five);
  expect(await heightWith(20)).toBe(eight);
});
