import type { APIRequestContext } from '@playwright/test';
import { demoPassword } from '#server/demo/vocabulary.ts';
import { fillLogin } from './people.ts';
import { expect, test } from './test.ts';

type Job = { id: string; title: string; status: string };

/** Finds the demo company's first job with a status, as the company's admin sees it. */
async function findJob(request: APIRequestContext, status: string): Promise<Job> {
  const data = { email: 'companyadmin@demo.example', password: demoPassword, device_id: 'public01', role: 'employer' };
  const loginResult = (await (await request.post('/api/1.0/auth/login', { data })).json()) as { data: { accessToken: string } };
  const answer = await request.post('/api/1.0/jobs/search?limit=1', {
    headers: { authorization: `Bearer ${loginResult.data.accessToken}` },
    data: { filters: { and: [{ field: 'status', operator: 'equals', value: status }] } },
  });
  const [job] = ((await answer.json()) as { data: Job[] }).data;
  if (!job) throw new Error(`The demo has no ${status} job`);
  return job;
}

/** The button's text has a number as soon as the server has counted the jobs. */
const showJobs = /^(?:Show (?:[\d,+]+ )?jobs?|No jobs match)$/;

test.describe('the search', () => {
  test('keeps the search in the URL for sharing, reloading and going back', async ({ page }) => {
    await page.goto('/jobs');
    await page.getByLabel('What').fill('reefer');
    await page.getByLabel('Where').fill('Texas');
    await page.getByRole('button', { name: 'Search jobs' }).click();
    await expect(page).toHaveURL(/[?&]query=reefer/);
    await expect(page).toHaveURL(/[?&]location=Texas/);
    await expect(page.getByLabel('What')).toHaveValue('reefer');
    await expect(page.getByRole('status')).toHaveText(/\d jobs?$/);
    const jobCards = page
      .getByRole('region', { name: 'Results' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') });
    for (const card of await jobCards.all()) await expect(card).toContainText(', TX');
    await page.reload();
    await expect(page.getByLabel('Where')).toHaveValue('Texas');
    await page.getByRole('link', { name: 'Remove Texas' }).click();
    await expect(page.getByLabel('Where')).toHaveValue('');
    await expect(page.getByLabel('What')).toHaveValue('reefer');
    await page.goBack();
    await expect(page.getByLabel('Where')).toHaveValue('Texas');
  });

  test('filters by properties of the job and of the driver', async ({ page }) => {
    await page.goto('/jobs');
    const totalText = (await page.getByRole('status').textContent()) ?? '';
    await page.getByLabel('Job type').selectOption('Reefer');
    await page.getByLabel('Home time').selectOption({ index: 1 });
    await page.getByRole('checkbox', { name: 'Hazmat', exact: true }).check();
    await page.getByLabel('Minimum weekly pay').fill('1200');
    await page.getByRole('button', { name: showJobs }).click();
    await expect(page).toHaveURL(/\?/);
    const url = new URL(page.url());
    expect(url.searchParams.get('job_type')).toBe('reefer');
    expect(url.searchParams.get('pay_min')).toBe('1200');
    expect(url.searchParams.get('endorsements')).toBe('H');
    await expect(page.getByRole('checkbox', { name: 'Hazmat', exact: true })).toBeChecked();
    await expect(page.getByRole('status')).not.toHaveText(totalText);
    await page.getByRole('link', { name: 'Clear all' }).click();
    await expect(page.getByRole('status')).toHaveText(totalText);
  });

  test('reports invalid values at their fields', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/jobs?pay_min=1500/wk&job_type=reefer');
    const payField = page.getByLabel('Minimum weekly pay');
    await expect(payField).toBeVisible();
    await expect(payField).toHaveValue('1500/wk');
    await expect(payField).toHaveAccessibleDescription('Enter an amount, such as 1500');
    await expect(page.getByRole('link', { name: /^Remove/ })).toHaveText(['Remove Reefer×']);
    await payField.fill('$1,500');
    await page.getByRole('button', { name: showJobs }).click();
    await expect(page.getByRole('link', { name: 'Remove $1,500 per week or more' })).toBeVisible();
    await page.getByRole('link', { name: 'Job, company or place' }).click();
    await page.getByLabel('Where').fill('752');
    await page.getByLabel('Where').press('Enter');
    await expect(page.getByLabel('Where')).toHaveAccessibleDescription('Enter a five-digit ZIP code');
    await expect(page.getByRole('heading', { name: 'No jobs match this search' })).toBeVisible();
  });

  test('fills its form from the URL after going back', async ({ page }) => {
    const jobTypeField = page.getByLabel('Job type');
    await page.goto('/jobs');
    await page.getByLabel('What').fill('driver');
    await page.getByRole('button', { name: 'Search jobs' }).click();
    await expect(page).toHaveURL(/query=driver/);
    await page.getByLabel('Where').fill('Texas');
    await jobTypeField.selectOption('Tanker');
    await page.getByRole('button', { name: showJobs }).click();
    await expect(page).toHaveURL(/job_type=tanker/);
    await page.getByRole('link', { name: 'Haulboard', exact: true }).click();
    await expect(page).toHaveURL(/\/jobs$/);
    await page.goBack();
    await expect(page).toHaveURL(/job_type=tanker/);
    await expect(jobTypeField).toHaveValue('tanker');
    await page.goBack();
    await expect(page).not.toHaveURL(/job_type=tanker/);
    await expect(page.getByLabel('What')).toHaveValue('driver');
    await expect(jobTypeField).toHaveValue('');
    await expect(page.getByLabel('Where')).toHaveValue('');
    // This simulates a page that the browser restores, because test browsers do not keep pages.
    await jobTypeField.selectOption('Tanker');
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(jobTypeField).toHaveValue('');
  });

  test('is focused with a shortcut, except while typing', async ({ page }) => {
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

  test('suggests places to the keyboard, and finds the place of the device', async ({ page, context }) => {
    await page.goto('/jobs');
    const placeField = page.getByRole('combobox', { name: 'Where' });
    const list = page.getByRole('listbox', { name: 'Suggested places' });
    await placeField.pressSequentially('dallas');
    const dallas = list.getByRole('option', { name: 'Dallas, TX' });
    await expect(dallas).toBeVisible();
    await placeField.press('ArrowDown');
    await expect(list.getByRole('option', { selected: true })).toHaveCount(1);
    await placeField.press('Escape');
    await expect(list).toBeHidden();
    await placeField.press('ArrowDown');
    await dallas.click();
    await expect(placeField).toHaveValue('Dallas, TX');
    await expect(list).toBeHidden();

    const useMyLocation = list.getByRole('option', { name: 'Use my location' });
    const openEmptyField = async () => {
      await placeField.fill('');
      await placeField.blur();
      await placeField.focus();
    };
    await openEmptyField();
    await useMyLocation.click();
    await expect(page.getByRole('alert')).toHaveText('We couldn’t get your location. Enter a city or ZIP code.');
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 41.2587, longitude: -95.9378 });
    await openEmptyField();
    await placeField.press('ArrowUp');
    await placeField.press('Enter');
    await expect(placeField).toHaveValue('Omaha, NE 68102');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('paginates with links, and no job is on two pages', async ({ page }) => {
    await page.goto('/jobs');
    const jobs = page.getByRole('region', { name: 'Results' }).locator('a[href^="/jobs/"]');
    const readHrefs = () => jobs.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const firstPage = await readHrefs();
    expect(firstPage).toHaveLength(20);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL(/[?&]page=2/);
    await expect(page.getByText(/^Page 2 of/)).toBeVisible();
    const secondPage = await readHrefs();
    expect(secondPage.filter((href) => firstPage.includes(href))).toEqual([]);
    await page.getByRole('link', { name: 'Previous' }).click();
    await expect(page).toHaveURL(/\/jobs$/);
    expect(await readHrefs()).toEqual(firstPage);
  });

  test('on a phone, the first job is within the first 300 pixels, in both languages', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ['/jobs?query=driver', '/es/jobs?location=Dallas%2C+TX&radius=200']) {
      await page.goto(path);
      const firstJob = await page.locator('.job').first().boundingBox();
      expect(firstJob?.y, path).toBeLessThan(300);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
    }
  });

  test('says when nothing was found and offers to clear the search', async ({ page }) => {
    await page.goto('/jobs?query=nothing-like-it');
    await expect(page.getByRole('status')).toHaveText('No jobs match this search');
    await page.getByRole('link', { name: 'Clear all filters' }).click();
    await expect(page).toHaveURL(/\/jobs$/);
  });
});

test.describe('a signed-in user', () => {
  /** Signs a demo account in and returns its access token. */
  async function signInByApi(request: APIRequestContext, email: string, role: string): Promise<string> {
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
      const token = await signInByApi(page.request, email, role);
      await page.evaluate((accessToken) => localStorage.setItem('accessToken', accessToken), token);
      const requestPaths: string[] = [];
      page.on('request', (request) => void requestPaths.push(new URL(request.url()).pathname));
      for (const path of ['/jobs', '/jobs/nonsense']) {
        await page.goto(path);
        const homeLink = page.getByRole('link', { name: /^(My account|Your portal)$/ });
        await expect(homeLink).toHaveText([name, name]);
        await expect(homeLink.first()).toHaveAttribute('href', href);
        await expect(page.getByRole('link', { name: /^Sign (in|up)/ })).toHaveCount(0);
      }
      // Only the buttons that save jobs ask for something: which jobs the driver saved.
      const isApiCall = (path: string) => /^\/(trpc|api)\b/.test(path) && !path.endsWith('/member/saved-jobs/ids');
      expect(requestPaths.filter(isApiCall)).toEqual([]);
      // The user signs out in another tab and returns to this page.
      await page.evaluate(() => {
        localStorage.clear();
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      });
      await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(2);
    });
  }
});

test('a language chosen on a public page is the language of the app', async ({ page }) => {
  await page.goto('/jobs');
  await page.getByRole('link', { name: 'Español' }).click();
  await expect(page).toHaveURL(/\/es\/jobs$/);
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});

test('an image that fails to load on a public page gives way to its text', async ({ page }) => {
  await page.goto('/jobs');
  await page.evaluate(() => {
    const [image, paragraph] = [new Image(), document.createElement('p')];
    image.dataset['instead'] = 'Prairie Freight’s logo';
    paragraph.append(image);
    document.getElementById('content')?.prepend(paragraph);
    image.src = 'data:image/png;base64,AAAA';
  });
  await expect(page.getByRole('main').getByText('Prairie Freight’s logo')).toBeVisible();
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

test.describe('the job page', () => {
  test('shows the same data as its structured data', async ({ page }) => {
    const { id } = await findJob(page.request, 'POSTED');
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

  test('is complete without JavaScript', async ({ newVisitor, page }) => {
    const { id, title } = await findJob(page.request, 'POSTED');
    const noScriptPage = await newVisitor({ javaScriptEnabled: false });
    await noScriptPage.goto(`/jobs/${id}`);
    await expect(noScriptPage.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(noScriptPage.getByRole('link', { name: 'Apply' })).toBeVisible();
  });

  test('has the Apply button at hand on a phone, where it covers nothing, and not on paper', async ({ page }) => {
    const { id } = await findJob(page.request, 'POSTED');
    await page.setViewportSize({ width: 390, height: 700 });
    await page.goto(`/jobs/${id}`);
    const bar = page.getByRole('complementary', { name: 'Apply' });
    await expect(bar).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const bottomOf = (selector: string) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom);
    const footer = await page.locator('footer').evaluate((element) => element.getBoundingClientRect().top);
    expect(await bottomOf('.apply')).toBeLessThanOrEqual(footer);
    expect(await bottomOf('.sheet')).toBeLessThanOrEqual(await bar.evaluate((element) => element.getBoundingClientRect().top));
    await page.emulateMedia({ media: 'print' });
    await expect(bar).toBeHidden();
  });

  test('tells a visitor how to apply and sends signed-in people to the form', async ({ page }) => {
    const { id, title } = await findJob(page.request, 'POSTED');
    await page.goto(`/jobs/${id}/apply`);
    await expect(page.getByRole('link', { name: title })).toBeVisible();
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Apply' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await fillLogin(page, { email: 'driver@demo.example', password: demoPassword });
    await expect(page).toHaveURL(new RegExp(`/apply/${id}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Apply|You already applied to this job/);
    await page.goto(`/jobs/${id}/apply`);
    await expect(page).toHaveURL(new RegExp(`/apply/${id}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Apply|You already applied to this job/);
    // Old links still have the form's previous path.
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
    test(`returns ${status} for a job that is ${state.toLowerCase()}`, async ({ page }) => {
      const { id, title } = await findJob(page.request, state);
      const response = await page.goto(`/jobs/${id}`);
      expect(response?.status()).toBe(status);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(says);
      await expect(page.getByText(title)).toHaveCount(0);
      await page.getByRole('link', { name: 'Search jobs' }).first().click();
      await expect(page).toHaveURL(/\/jobs$/);
    });
  }
});

test('the API page works with its content security policy, which allows only its own scripts', async ({ page }) => {
  const response = await page.goto('/api/docs');
  expect(await response?.headerValue('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
  await expect(page.getByRole('heading', { name: 'Haulboard REST', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Login/ })).toBeVisible();
});
