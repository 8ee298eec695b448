import type { BrowserContext, Page } from '@playwright/test';
import { lastApplicationsKey, maxSeenJobs, seenJobsCache } from '#shared/offline.ts';
import { applyToJob, fillLogin, newPerson, randomIpOptions, registerDriver, signInByApi } from './people.ts';
import { baseAddress, expect, expectAccessible, test } from './test.ts';

/** Reading jobs and applications without a connection, and installing the app (`docs/product/drivers.md#without-a-connection`). */
const phone = { viewport: { width: 390, height: 844 } };

type Job = { id: string; title: string };
/** Public jobs, each once, although a sponsored one may be listed twice. The newest, which may be those of other tests, come last. */
async function findJobs(page: Page): Promise<Job[]> {
  const answer = await page.request.get(`/api/1.0/public/jobs?limit=50`);
  const { data } = (await answer.json()) as { data: (Job & { job_hyperlink: string | null })[] };
  const jobs = data.filter(({ id, job_hyperlink }, index) => !job_hyperlink && data.findIndex((job) => job.id === id) === index);
  return jobs.toReversed();
}

/** Waits until the service worker answers navigations. */
const waitForWorker = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
  });

const seenPaths = (page: Page) =>
  page.evaluate(async (name) => {
    if (!(await caches.has(name))) return [];
    return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  }, seenJobsCache);

const readStored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name) ?? '', key);

/** Opens a job's page and waits until it is stored. */
async function lookAt(page: Page, { id }: Job, language = ''): Promise<void> {
  await page.goto(`${language}/jobs/${id}`);
  await waitForWorker(page);
  await expect.poll(() => seenPaths(page)).toContain(`${language}/jobs/${id}`);
}

/** Opens a page without a connection. The service worker answers, so it does not fail. */
async function openOffline(page: Page, path: string): Promise<void> {
  await page.context().setOffline(true);
  await page.goto(path);
}

/** The lists of the offline page. */
const listsOf = (page: Page) => ({
  applications: page.getByRole('region', { name: 'Your applications' }),
  jobs: page.getByRole('region', { name: 'Jobs you looked at' }),
});

const offlineTitle = (page: Page) => page.getByRole('heading', { name: 'No internet connection' });

/** Ends an offline page, which then opens the page that was wanted. */
async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await expect(offlineTitle(page)).toBeHidden();
  await page.waitForLoadState();
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login/);
}

test('a driver reads seen jobs and applications without a connection, and signing out deletes them', async ({ newVisitor }) => {
  const page = await newVisitor({ ...phone, ...randomIpOptions() });
  const [first, second, third] = await findJobs(page);
  if (!first || !second || !third) throw new Error('There are too few jobs');
  await applyToJob(page, first.id, { firstName: 'Nell', lastName: 'Rowe' });
  await lookAt(page, first);
  await lookAt(page, second);
  await page.goto('/members/applications');
  await expect(page.getByRole('link', { name: first.title })).toBeVisible();
  await expect.poll(() => readStored(page, lastApplicationsKey)).toContain(first.id);

  await test.step('a seen job opens and says that it is a stored page', async () => {
    await openOffline(page, `/jobs/${second.id}?source=feed`);
    await expect(page.getByRole('heading', { name: second.title, level: 1 })).toBeVisible();
    await expect(page.getByText('This is the job as you last saw it')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: second.title, level: 1 })).toBeVisible();
  });

  const { applications, jobs } = listsOf(page);
  await test.step('every other page is the offline page with both lists', async () => {
    for (const path of [`/jobs/${third.id}`, '/jobs', '/members/home', '/nowhere']) {
      await page.goto(path);
      await expect(offlineTitle(page)).toBeVisible();
    }
    await expect(applications.getByRole('listitem')).toHaveCount(1);
    await expect(applications).toContainText(first.title);
    await expect(applications.getByText(/As of \d+\/\d+\/\d{4}/)).toBeVisible();
    await expect(jobs.getByRole('link')).toHaveText([second.title, first.title]);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.viewport.width);
    await jobs.getByRole('link', { name: first.title }).first().click();
    await expect(page.getByRole('heading', { name: first.title, level: 1 })).toBeVisible();
  });

  await test.step('calls are never answered from a store', async () => {
    const call = page.evaluate(() => fetch('/api/1.0/public/jobs').then(({ status }) => status, String));
    expect(await call).toMatch(/Failed to fetch/);
  });

  await test.step('the page that was wanted opens when the connection is back', async () => {
    await page.goto('/members/applications');
    await expect(offlineTitle(page)).toBeVisible();
    await goOnline(page);
    await expect(page.getByRole('link', { name: first.title })).toBeVisible();
  });

  await test.step('nothing is left after signing out', async () => {
    await signOut(page);
    await expect.poll(() => seenPaths(page)).toEqual([]);
    await openOffline(page, `/jobs/${first.id}`);
    await expect(offlineTitle(page)).toBeVisible();
    await expect(page.getByText('will be listed here')).toBeVisible();
    await expect(applications).toBeHidden();
    await expect(jobs).toBeHidden();
    await expect(page.locator('body')).not.toContainText(first.title);
    await page.context().setOffline(false);
  });
});

test('another person in the same browser sees nothing of the one before, who did not sign out', async ({ newVisitor }) => {
  const page = await newVisitor(randomIpOptions());
  const [job] = await findJobs(page);
  if (!job) throw new Error('There is no job');
  const other = newPerson({ firstName: 'Bea', lastName: 'Second' });
  await registerDriver(page, other);
  await applyToJob(page, job.id, { firstName: 'Ona', lastName: 'First' });
  await lookAt(page, job);
  await page.goto('/members/applications');
  await expect.poll(() => readStored(page, lastApplicationsKey)).toContain(job.id);
  const [token, applications] = [await readStored(page, 'accessToken'), await readStored(page, lastApplicationsKey)];

  await test.step('the list is shown to its owner only', async () => {
    await signInByApi(page, other);
    await openOffline(page, '/members/home');
    await expect(offlineTitle(page)).toBeVisible();
    await expect(listsOf(page).jobs).toBeVisible();
    await expect(listsOf(page).applications).toBeHidden();
    await goOnline(page);
  });

  await test.step('signing in deletes it with the jobs', async () => {
    await page.evaluate(() => localStorage.removeItem('accessToken'));
    await page.goto('/login');
    await expect(page.getByLabel('Email')).toBeVisible();
    // The first person's session is still in the browser, as after a link of an email that signs in.
    await page.evaluate(
      ([key, oldToken, oldApplications]) => {
        localStorage.setItem('accessToken', oldToken);
        localStorage.setItem(key, oldApplications);
      },
      [lastApplicationsKey, token ?? '', applications ?? ''] as const,
    );
    await fillLogin(page, other);
    await expect(page).toHaveURL(/\/members/);
    await expect.poll(() => seenPaths(page)).toEqual([]);
    expect(await readStored(page, lastApplicationsKey)).not.toContain(job.id);
  });
});

test('the last jobs are kept, an error page never, and a new worker deletes what an old one stored', async ({ newVisitor }) => {
  const page = await newVisitor(randomIpOptions());
  const jobs = (await findJobs(page)).slice(0, maxSeenJobs + 2);
  for (const job of jobs) await lookAt(page, job);
  const newest = jobs.slice(-maxSeenJobs).map(({ id }) => `/jobs/${id}`);
  // The oldest pages are deleted right after a new one was stored.
  await expect.poll(() => seenPaths(page)).toEqual(newest);
  await page.goto('/jobs/01900000-0000-7000-8000-000000000000');
  await page.goto('/jobs');
  expect(await seenPaths(page)).toEqual(newest);

  await page.evaluate(async () => {
    await (await caches.open('offline-pages-before')).put('/offline', new Response('An old page'));
    const registration = await navigator.serviceWorker.ready;
    await registration.unregister();
  });
  await page.goto('/jobs');
  await waitForWorker(page);
  const names = () => page.evaluate(async () => (await caches.keys()).toSorted());
  await expect.poll(names).toEqual([seenJobsCache, expect.stringMatching(/^offline-pages-[\da-f]{16}$/)]);
});

test('the offline page is in the language that the person reads', async ({ newVisitor }) => {
  const page = await newVisitor({ ...phone, ...randomIpOptions(), colorScheme: 'dark' });
  const [job] = await findJobs(page);
  if (!job) throw new Error('There is no job');
  await lookAt(page, job, '/es');
  await page.goto(`/es/jobs/${job.id}`);
  await openOffline(page, '/es/jobs');
  await expect(page.getByRole('heading', { name: 'Sin conexión a internet' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Empleos que vio' }).getByRole('link')).toHaveText([job.title]);
  await expectAccessible(page);
  await page.goto('/login');
  await expect(offlineTitle(page)).toBeVisible();
  await page.context().addCookies([{ name: 'language', value: 'es', url: baseAddress() }]);
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Sin conexión a internet' })).toBeVisible();
  await page.context().setOffline(false);
});

/** What Chrome itself says about the page's manifest. */
async function readManifest(context: BrowserContext, page: Page) {
  const client = await context.newCDPSession(page);
  const { errors, data } = await client.send('Page.getAppManifest');
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  return { errors, manifest: JSON.parse(data ?? '{}') as Record<string, unknown>, installabilityErrors };
}

test('Chrome can install the app, from the public pages and from the app', async ({ newVisitor, signInAs }) => {
  const page = await newVisitor(randomIpOptions());
  for (const [path, language] of [
    ['/jobs', 'en'],
    ['/es/jobs', 'es'],
    ['/login', 'en'],
  ] as const) {
    await page.goto(path);
    const { errors, manifest, installabilityErrors } = await readManifest(page.context(), page);
    expect({ errors, installabilityErrors }).toEqual({ errors: [], installabilityErrors: [] });
    expect(manifest).toMatchObject({ id: '/', scope: '/', display: 'standalone', lang: language });
    const { icons, shortcuts } = manifest as { icons: { src: string }[]; shortcuts: { url: string }[] };
    for (const { src } of icons) expect((await page.request.get(src)).headers()['content-type']).toBe('image/png');
    expect(shortcuts).toHaveLength(4);
  }
  await page.goto('/jobs?app');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await signInAs('driver', page);
  await page.goto('/jobs?app');
  await expect(page).toHaveURL(/\/members\/home/);
});
