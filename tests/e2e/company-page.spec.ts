import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { chooseAddress } from './fields.ts';
import { postJob } from './jobs.ts';
import { newPerson, registerEmployer } from './people.ts';
import { expect, test } from './test.ts';

/** The path of a company's page, from the link on its job. */
async function pathFromJob(page: Page, jobId: string, companyName: string): Promise<string> {
  await page.goto(`/jobs/${jobId}`);
  return (await page.getByRole('link', { name: companyName }).getAttribute('href')) ?? '';
}

type NewCompany = { companyName: string; emailedPath: (to: string, path: string) => Promise<string> };

/** A new company that pays by invoice, with a posted job. */
async function createHiringCompany(page: Page, administrator: Page, { companyName, emailedPath }: NewCompany) {
  const person = newPerson();
  await registerEmployer(page, person, companyName);
  await page.goto(await emailedPath(person.email, '/email/validation'));
  await expect(page).toHaveURL(/success/);
  await page.goto('/company/jobs');
  const read = async (reader: Page, method: 'get' | 'patch', path: string, data?: object) => {
    const token = await reader.evaluate(() => localStorage.getItem('accessToken'));
    const answer = await reader.request[method](`/api/1.0${path}`, { headers: { authorization: `Bearer ${token}` }, data });
    if (!answer.ok()) throw new Error(`${path} failed: ${await answer.text()}`);
    return ((await answer.json()) as { data: { id: string } }).data;
  };
  const { id } = await read(page, 'get', '/companies/profile');
  await administrator.goto('/admin/company-list');
  await read(administrator, 'patch', `/companies/${id}`, { billing_type: 'CONTRACT' });
  const jobId = await postJob(page, `Driver at ${companyName}`);
  return { id, jobId };
}

test('a company fills in its page, checks its number, and an administrator confirms it', async ({
  page,
  newVisitor,
  signInAs,
  emailedPath,
  checkAccessibility,
}) => {
  const suffix = Date.now().toString(36);
  const companyName = `Juniper ${suffix} Freight`;
  const usdotNumber = `${Date.now() % 900_000}`.replace(/^0*/, '1').concat('10').slice(-8);
  const administrator = await newVisitor();
  await signInAs('superadmin', administrator);
  const { id, jobId } = await createHiringCompany(page, administrator, { companyName, emailedPath });

  await page.goto('/company/settings/company-settings');
  const form = page.getByRole('form', { name: 'Public page' });
  await form.getByLabel('About your company').fill('Family owned.\n\nHome every weekend.');
  await form.getByLabel('Website').fill('https://juniper.example');
  await form.getByLabel('Number of trucks').fill('38');
  await form.getByLabel('Year founded').fill('1988');
  await chooseAddress(page, 'Add a terminal', 'Denver, CO');
  await form.getByLabel(/^Name of the terminal in Denver, CO/).fill('Main yard');
  const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  const chooser = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Add photo' }).click();
  await (await chooser).setFiles({ name: 'yard.png', mimeType: 'image/png', buffer: picture });
  await form.getByLabel('Description of photo 1').fill('Our yard in Denver');
  await checkAccessibility();
  await form.getByRole('button', { name: 'Save page' }).click();
  await expect(page.getByText('Updated').first()).toBeVisible();

  const checkForm = page.getByRole('form', { name: 'Carrier check' });
  await checkForm.getByLabel('USDOT number').fill(usdotNumber);
  await checkForm.getByRole('button', { name: 'Check with the demo registry' }).click();
  await expect(page.getByText('Waiting for confirmation')).toBeVisible();
  await expect(page.getByText('Allowed to operate')).toBeVisible();
  await checkAccessibility();

  const visitor = await newVisitor();
  const path = await pathFromJob(visitor, jobId, companyName);
  await expect(visitor.getByText('Verified carrier')).toHaveCount(0);

  await administrator.goto(`/admin/companies/${id}`);
  await expect(administrator.getByText('Registered name', { exact: true })).toBeVisible();
  await administrator.getByRole('button', { name: 'Confirm carrier' }).click();
  await expect(administrator.getByText('Carrier confirmed.')).toBeVisible();

  await visitor.goto(`/jobs/${jobId}`);
  await expect(visitor.getByText('Verified carrier')).toBeVisible();
  await visitor.getByRole('link', { name: companyName }).click();
  await expect(visitor).toHaveURL(new RegExp(`${path}$`));
  await expect(visitor.getByRole('heading', { level: 1, name: companyName })).toBeVisible();
  await expect(visitor.getByRole('img', { name: 'Our yard in Denver' })).toBeVisible();
  await expect(visitor.getByText(`USDOT ${usdotNumber} checked with the demo registry`)).toBeVisible();

  await checkForm.getByLabel('USDOT number').fill('');
  await checkForm.getByRole('button', { name: 'Check with the demo registry' }).click();
  await expect(page.getByText('Waiting for confirmation').or(page.getByText('Registered name'))).toHaveCount(0);
  await visitor.reload();
  await expect(visitor.getByText('Verified carrier')).toHaveCount(0);
});

test('a visitor without JavaScript goes from the search to a job and its company', async ({ newVisitor }) => {
  for (const [width, prefix] of [
    [390, ''],
    [1440, '/es'],
  ] as const) {
    const page = await newVisitor({ javaScriptEnabled: false, viewport: { width, height: 900 } });
    await page.goto(`${prefix}/jobs?query=prairie+freight`);
    const card = page.locator('li.job').filter({ hasText: 'Prairie Freight' }).first();
    await card.getByRole('heading', { level: 3 }).getByRole('link').click();
    await page.getByRole('article').getByRole('link', { name: 'Prairie Freight' }).first().click();
    await expect(page).toHaveURL(new RegExp(`${prefix}/companies/prairie-freight$`));
    await expect(page.getByRole('heading', { level: 1, name: 'Prairie Freight' })).toBeVisible();
    const headings = await page.getByRole('heading').evaluateAll((all) => all.map(({ tagName }) => tagName));
    expect(headings.filter((tag) => tag === 'H1')).toHaveLength(1);
    expect(headings.indexOf('H2')).toBe(1);
    await expect(page.getByRole('img', { name: /terminals|terminales/ })).toBeVisible();
    const { scrollWidth, innerWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      innerWidth: window.innerWidth,
    }));
    expect(scrollWidth).toBeLessThanOrEqual(innerWidth);
  }
});

test('a company’s page is accessible', async ({ page, checkAccessibility }) => {
  for (const path of ['/companies/prairie-freight', '/es/companies/great-basin-logistics', '/companies/no-such-company']) {
    await page.goto(path);
    await checkAccessibility();
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/companies/prairie-freight');
  await checkAccessibility();
  await page.goto('/jobs?query=prairie');
  await checkAccessibility();
});
