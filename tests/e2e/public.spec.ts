import type { APIRequestContext } from '@playwright/test';
import { demoPassword } from '#server/demo/vocabulary.ts';
import { fillLogin } from './people.ts';
import { expect, test } from './test.ts';

type Job = { id: string; title: string; status: string };

/** The demo company's first job in a state, as its admin sees it. */
async function jobIn(request: APIRequestContext, status: string): Promise<Job> {
  const data = { email: 'companyadmin@demo.example', password: demoPassword, device_id: 'public01', role: 'employer' };
  const signedIn = (await (await request.post('/api/1.0/auth/login', { data })).json()) as { data: { accessToken: string } };
  const answer = await request.post('/api/1.0/jobs/search?limit=1', {
    headers: { authorization: `Bearer ${signedIn.data.accessToken}` },
    data: { filters: { and: [{ field: 'status', operator: 'equals', value: status }] } },
  });
  const [job] = ((await answer.json()) as { data: Job[] }).data;
  if (!job) throw new Error(`The demo has no ${status} job`);
  return job;
}

test.describe('the search', () => {
  test('asks by the address, so that a search can be sent, reloaded and gone back to', async ({ page }) => {
    await page.goto('/jobs');
    await page.getByLabel('What').fill('reefer');
    await page.getByLabel('Where').fill('Texas');
    await page.getByRole('button', { name: 'Search jobs' }).click();
    await expect(page).toHaveURL(/[?&]query=reefer/);
    await expect(page).toHaveURL(/[?&]location=Texas/);
    await expect(page.getByLabel('What')).toHaveValue('reefer');
    await expect(page.getByRole('status')).toHaveText(/\d jobs?$/);
    const places = page
      .getByRole('region', { name: 'Results' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') });
    for (const card of await places.all()) await expect(card).toContainText(', TX');
    await page.reload();
    await expect(page.getByLabel('Where')).toHaveValue('Texas');
    await page.getByRole('link', { name: 'Remove Texas' }).click();
    await expect(page.getByLabel('Where')).toHaveValue('');
    await expect(page.getByLabel('What')).toHaveValue('reefer');
    await page.goBack();
    await expect(page.getByLabel('Where')).toHaveValue('Texas');
  });

  test('filters by what the job is and what the driver has', async ({ page }) => {
    await page.goto('/jobs');
    const all = (await page.getByRole('status').textContent()) ?? '';
    await page.getByLabel('Job type').selectOption('Reefer');
    await page.getByLabel('Home time').selectOption({ index: 1 });
    await page.getByRole('checkbox', { name: 'Hazmat', exact: true }).check();
    await page.getByLabel('Minimum weekly pay').fill('1200');
    await page.getByRole('button', { name: 'Show jobs' }).click();
    await expect(page).toHaveURL(/\?/);
    const url = new URL(page.url());
    expect(url.searchParams.get('job_type')).toBe('reefer');
    expect(url.searchParams.get('pay_min')).toBe('1200');
    expect(url.searchParams.get('endorsements')).toBe('H');
    await expect(page.getByRole('checkbox', { name: 'Hazmat', exact: true })).toBeChecked();
    await expect(page.getByRole('status')).not.toHaveText(all);
    await page.getByRole('link', { name: 'Clear all' }).click();
    await expect(page.getByRole('status')).toHaveText(all);
  });

  test('says what it did not understand, and shows where', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/jobs?pay_min=1500/wk&job_type=reefer');
    const pay = page.getByLabel('Minimum weekly pay');
    await expect(pay).toBeVisible();
    await expect(pay).toHaveValue('1500/wk');
    await expect(pay).toHaveAccessibleDescription('Enter an amount, such as 1500');
    await expect(page.getByRole('link', { name: /^Remove/ })).toHaveText(['Remove Reefer×']);
    await pay.fill('$1,500');
    await page.getByRole('button', { name: 'Show jobs' }).click();
    await expect(page.getByRole('link', { name: 'Remove $1,500 per week or more' })).toBeVisible();
    await page.getByLabel('Where').fill('752');
    await page.getByRole('button', { name: 'Search jobs' }).click();
    await expect(page.getByLabel('Where')).toHaveAccessibleDescription('Enter a five-digit ZIP code');
    await expect(page.getByRole('heading', { name: 'No jobs match this search' })).toBeVisible();
  });

  test('shows in its form what the address says, whatever was chosen before one went back', async ({ page }) => {
    const type = page.getByLabel('Job type');
    await page.goto('/jobs');
    await page.getByLabel('What').fill('driver');
    await page.getByRole('button', { name: 'Search jobs' }).click();
    await expect(page).toHaveURL(/query=driver/);
    await page.getByLabel('Where').fill('Texas');
    await type.selectOption('Tanker');
    await page.getByRole('button', { name: 'Show jobs' }).click();
    await expect(page).toHaveURL(/job_type=tanker/);
    await page.getByRole('link', { name: 'Haulboard', exact: true }).click();
    await expect(page).toHaveURL(/\/jobs$/);
    await page.goBack();
    await expect(page).toHaveURL(/job_type=tanker/);
    await expect(type).toHaveValue('tanker');
    await page.goBack();
    await expect(page).not.toHaveURL(/job_type=tanker/);
    await expect(page.getByLabel('What')).toHaveValue('driver');
    await expect(type).toHaveValue('');
    await expect(page.getByLabel('Where')).toHaveValue('');
    // Simulates a page that the browser restores, because test browsers do not keep pages.
    await type.selectOption('Tanker');
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(type).toHaveValue('');
  });

  test('is a key away, unless one types', async ({ page }) => {
    await page.goto('/jobs?query=reefer');
    await page.getByRole('checkbox', { name: 'Hazmat', exact: true }).focus();
    await page.keyboard.press('/');
    await expect(page.getByLabel('What')).toBeFocused();
    await expect(page.getByLabel('What')).toHaveValue('reefer');
    await page.getByLabel('Where').focus();
    await page.keyboard.press('/');
    await expect(page.getByLabel('Where')).toBeFocused();
    await expect(page.getByLabel('Where')).toHaveValue('/');
  });

  test('paginates by links, and no job is on two pages', async ({ page }) => {
    await page.goto('/jobs');
    const jobs = page.getByRole('region', { name: 'Results' }).locator('a[href^="/jobs/"]');
    const hrefs = () => jobs.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const first = await hrefs();
    expect(first).toHaveLength(20);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL(/[?&]page=2/);
    await expect(page.getByText(/^Page 2 of/)).toBeVisible();
    const second = await hrefs();
    expect(second.filter((href) => first.includes(href))).toEqual([]);
    await page.getByRole('link', { name: 'Previous' }).click();
    await expect(page).toHaveURL(/\/jobs$/);
    expect(await hrefs()).toEqual(first);
  });

  test('tells an empty search and offers the way out', async ({ page }) => {
    await page.goto('/jobs?query=nothing-like-it');
    await expect(page.getByRole('status')).toHaveText('No jobs match this search');
    await page.getByRole('link', { name: 'Clear all filters' }).click();
    await expect(page).toHaveURL(/\/jobs$/);
  });
});

test.describe('who is signed in', () => {
  /** The session of a demo account as its browser stores it (web/session.ts). */
  async function tokenOf(request: APIRequestContext, email: string, role: string): Promise<string> {
    const answer = await request.post('/api/1.0/auth/login', {
      data: { email, password: demoPassword, device_id: 'public02', role },
    });
    return ((await answer.json()) as { data: { accessToken: string } }).data.accessToken;
  }

  for (const { email, role, name, href } of [
    { email: 'driver@demo.example', role: 'member', name: 'My account', href: '/members/home' },
    { email: 'companyadmin@demo.example', role: 'employer', name: 'Your portal', href: '/' },
  ]) {
    test(`sees the link to their home page on public pages: ${role}`, async ({ page }) => {
      await page.goto('/jobs');
      await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(2);
      await expect(page.getByRole('link', { name: /^(My account|Your portal)$/ })).toHaveCount(0);
      const token = await tokenOf(page.request, email, role);
      await page.evaluate((kept) => localStorage.setItem('accessToken', kept), token);
      const requestPaths: string[] = [];
      page.on('request', (request) => void requestPaths.push(new URL(request.url()).pathname));
      for (const path of ['/jobs', '/jobs/nonsense']) {
        await page.goto(path);
        const own = page.getByRole('link', { name: /^(My account|Your portal)$/ });
        await expect(own).toHaveText([name, name]);
        await expect(own.first()).toHaveAttribute('href', href);
        await expect(page.getByRole('link', { name: /^Sign (in|up)/ })).toHaveCount(0);
      }
      expect(requestPaths.filter((path) => /^\/(trpc|api)\b/.test(path))).toEqual([]);
      // Signed out elsewhere, then back to this page.
      await page.evaluate(() => {
        localStorage.clear();
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      });
      await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(2);
    });
  }
});

type Posting = {
  title: string;
  description: string;
  datePosted: string;
  validThrough: string;
  hiringOrganization: { name: string };
  jobLocation: { address: { streetAddress?: string; addressLocality: string; addressRegion: string; postalCode?: string } };
  baseSalary?: { value: { value: number; unitText: string } };
  identifier: { value: string };
  url: string;
};

test.describe('the page of a job', () => {
  test('says to people what it says to machines', async ({ page }) => {
    const { id } = await jobIn(page.request, 'POSTED');
    const response = await page.goto(`/jobs/${id}`);
    expect(response?.status()).toBe(200);
    const posting = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '') as Posting;
    const { streetAddress, addressLocality, addressRegion, postalCode } = posting.jobLocation.address;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(posting.title);
    await expect(page.getByText(`${posting.hiringOrganization.name} · ${addressLocality}, ${addressRegion}`)).toBeVisible();
    const address = [streetAddress, addressLocality, [addressRegion, postalCode].filter(Boolean).join(' ')];
    await expect(page.getByRole('definition').filter({ hasText: address.filter(Boolean).join(', ') })).toBeVisible();
    const about = page.getByRole('region', { name: 'About this job' });
    const descriptionText = await page.evaluate(
      (html) => new DOMParser().parseFromString(html, 'text/html').body.textContent,
      posting.description,
    );
    expect((await about.textContent())?.replace(/\s+/g, '')).toContain(descriptionText?.replace(/\s+/g, ''));
    const dates = await page.getByRole('time').evaluateAll((times) => times.map((time) => time.getAttribute('datetime')));
    expect(new Set(dates)).toEqual(new Set([posting.datePosted, posting.validThrough]));
    const amount = posting.baseSalary?.value.value.toLocaleString('en-US');
    await expect(page.getByRole('region', { name: 'At a glance' })).toContainText(amount ? `$${amount}` : 'Pay');
    expect(posting.identifier.value).toBe(id);
    expect(new URL(posting.url).pathname).toBe(`/jobs/${id}`);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', posting.url);
    await page.getByRole('link', { name: 'Apply' }).click();
    await expect(page).toHaveURL(new RegExp(`/jobs/${id}/(apply|go)`));
  });

  test('is all there without script', async ({ newVisitor, page }) => {
    const { id, title } = await jobIn(page.request, 'POSTED');
    const plain = await newVisitor({ javaScriptEnabled: false });
    await plain.goto(`/jobs/${id}`);
    await expect(plain.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(plain.getByRole('link', { name: 'Apply' })).toBeVisible();
  });

  test('tells a visitor how to apply, and leads anyone who is signed in to the form', async ({ page }) => {
    const { id, title } = await jobIn(page.request, 'POSTED');
    await page.goto(`/jobs/${id}/apply`);
    await expect(page.getByRole('link', { name: title })).toBeVisible();
    await expect(page.getByText('Create a free driver account to apply.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Apply' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await fillLogin(page, { email: 'driver@demo.example', password: demoPassword });
    await expect(page).toHaveURL(new RegExp(`/apply/${id}$`));
    await page.goto(`/jobs/${id}/apply`);
    await expect(page).toHaveURL(new RegExp(`/apply/${id}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Apply|You already applied to this job/);
    // A link from before the form moved.
    await page.goto(`/login?next=/jobs/${id}/apply`);
    await expect(page).toHaveURL(new RegExp(`/apply/${id}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Apply|You already applied to this job/);
  });

  for (const { state, status, says } of [
    { state: 'CLOSED', status: 410, says: 'This job is closed' },
    { state: 'DISABLED', status: 404, says: 'Job not found' },
    { state: 'SCHEDULED', status: 404, says: 'Job not found' },
    { state: 'INACTIVE', status: 404, says: 'Job not found' },
  ]) {
    test(`answers ${status} for a job that is ${state.toLowerCase()}`, async ({ page }) => {
      const { id, title } = await jobIn(page.request, state);
      const response = await page.goto(`/jobs/${id}`);
      expect(response?.status()).toBe(status);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(says);
      await expect(page.getByText(title)).toHaveCount(0);
      await page.getByRole('link', { name: 'Search jobs' }).first().click();
      await expect(page).toHaveURL(/\/jobs$/);
    });
  }
});

test('the page of the API runs within its policy, which lets no script in but its own', async ({ page }) => {
  const response = await page.goto('/api/docs');
  expect(await response?.headerValue('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
  await expect(page.getByRole('heading', { name: 'Haulboard REST', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Login/ })).toBeVisible();
});
