import type { Page } from '@playwright/test';
import { applyAsDriver, type Person } from './people.ts';
import { expect, test } from './test.ts';

/** Calls the API as the person who is signed in on the page. */
async function callApi(page: Page, method: 'get' | 'post' | 'delete', path: string, data?: object): Promise<unknown> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request[method](`/api/1.0${path}`, { headers, ...(data && { data }) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { data: unknown }).data;
}

/** A driver applies, gets a message from the company, and answers it. */
async function startConversation(page: Page, driverPage: Page, person: Partial<Person>) {
  const { driver, applicantId } = await applyAsDriver(driverPage, page, person);
  await callApi(page, 'post', `/applicants/${applicantId}/messages`, { body: 'Can you start on Monday?' });
  const [conversation] = (await callApi(driverPage, 'get', '/member/messages')) as { id: string }[];
  const id = conversation?.id ?? '';
  await callApi(driverPage, 'post', `/member/messages/${id}`, { body: 'Yes, I can' });
  const readUnread = async () =>
    ((await callApi(page, 'get', '/messages?limit=100')) as { id: string; unread: number }[]).find((row) => row.id === id)
      ?.unread;
  return { driver, applicantId, id, readUnread };
}

test('a file of a reply by email can be downloaded from the conversation, also on a phone', async ({
  page,
  signInAs,
  checkAccessibility,
}) => {
  await signInAs('companyadmin');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/company/driver-messages');
  await page.getByRole('link', { name: /A copy of my CDL is attached/ }).click();
  const drawer = page.getByRole('dialog');
  const answer = drawer.getByRole('listitem').filter({ hasText: 'A copy of my CDL is attached' });
  await expect(answer.getByRole('listitem')).toHaveText(/^CDL copy\.pdf · \d+ kB$/);
  await checkAccessibility();
  const started = page.waitForEvent('download');
  await answer.getByRole('button', { name: 'Download CDL copy.pdf' }).click();
  expect((await started).suggestedFilename()).toBe('CDL copy.pdf');
});

test('an answer is unread until the conversation is visible', async ({ page, newVisitor, signInAs }) => {
  await signInAs('companyadmin');
  const { applicantId, readUnread } = await startConversation(page, await newVisitor(), {
    firstName: 'Rita',
    lastName: 'Reader',
  });
  await page.goto(`/company/applicants?applicant=${applicantId}`);
  const drawer = page.getByRole('dialog').filter({ hasText: 'Rita Reader' });
  await expect(drawer.getByText('Yes, I can')).toBeVisible();
  expect(await readUnread()).toBe(1);
  await drawer.getByRole('tab', { name: 'Messages' }).click();
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Yes, I can' })).toBeInViewport();
  await expect.poll(readUnread).toBe(0);
});

test('unread messages are counted in the menu, on a phone, and in the tab, for both sides', async ({
  page,
  newVisitor,
  signInAs,
}) => {
  await signInAs('companyadmin');
  const driverPage = await newVisitor();
  const { applicantId } = await startConversation(page, driverPage, { firstName: 'Ulla', lastName: 'Unread' });
  await page.goto('/company/jobs');
  await expect(page).toHaveTitle(/^\(\d+\+?\) Company \| Posted Jobs$/);
  const main = page.getByRole('navigation', { name: 'Main', exact: true });
  await expect(main.getByRole('link', { name: /^Messages \d+\+? unread$/ })).toBeVisible();
  await callApi(page, 'post', `/applicants/${applicantId}/messages`, { body: 'Then see you at 8' });
  await driverPage.setViewportSize({ width: 390, height: 844 });
  await driverPage.goto('/members/home');
  await expect(driverPage).toHaveTitle('(1) Drivers | Home');
  await expect(driverPage.getByRole('button', { name: 'Open menu, 1 unread conversation' })).toBeVisible();
  const bar = driverPage.getByRole('navigation', { name: 'Quick links' });
  await expect(bar.getByRole('link')).toHaveText(['Jobs', 'Saved', 'Applications', 'Messages1 unread', 'News', 'Profile']);
  await bar.getByRole('link', { name: 'Messages' }).click();
  await driverPage.getByRole('link', { name: /Then see you at 8/ }).click();
  await expect(driverPage).toHaveTitle(/^Drivers \| /);
  await expect(bar.getByRole('link', { name: 'Messages' })).toHaveText('Messages');
});

test('the answer of a driver who then withdrew can be read', async ({ page, newVisitor, signInAs, checkAccessibility }) => {
  await signInAs('companyadmin');
  const driverPage = await newVisitor();
  const person = { firstName: 'Wes', lastName: 'Withdrawn' };
  const { driver, applicantId, readUnread } = await startConversation(page, driverPage, person);
  await callApi(driverPage, 'delete', `/member/applications/${applicantId}`);
  await page.goto('/company/driver-messages?unanswered=true');
  await expect(page.getByRole('main')).not.toContainText('Wes Withdrawn');
  await page.getByText('All', { exact: true }).click();
  await page.getByRole('link', { name: /Wes Withdrawn/ }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: 'Wes Withdrawn' });
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Yes, I can' })).toBeVisible();
  await expect(drawer.getByText('This driver withdrew the application')).toBeVisible();
  await expect(drawer.getByRole('textbox')).toHaveCount(0);
  await expect(drawer).not.toContainText(driver.email);
  await expect.poll(readUnread).toBe(0);
  await checkAccessibility();
});

test('a template that staff insert names the applicant’s company', async ({ page, newVisitor, signInAs }) => {
  await signInAs('companyadmin');
  const { applicantId } = await applyAsDriver(await newVisitor(), page, { firstName: 'Tom', lastName: 'Template' });
  await callApi(page, 'post', `/applicants/${applicantId}/messages`, { body: 'Hello' });
  const [row] = (await callApi(page, 'get', '/messages?limit=1')) as { company_id: string; company_name: string }[];
  const { company_id: companyId, company_name: company } = row ?? { company_id: '', company_name: '' };
  const template = `Call from ${company} ${Date.now()}`;
  await callApi(page, 'post', '/messages/templates', { name: template, body: 'Hi {{first_name}}, this is {{company}}.' });
  await page.context().clearCookies();
  await signInAs('superadmin');
  await page.goto(`/company/applicants?company=${companyId}&applicant=${applicantId}&panel=messages`);
  const drawer = page.getByRole('dialog').filter({ hasText: 'Tom Template' });
  await drawer
    .getByRole('button', { name: 'Insert a template' })
    .or(drawer.getByRole('button', { name: 'Templates' }))
    .click();
  await page.getByRole('menuitem', { name: template }).click();
  await expect(drawer.getByPlaceholder('Write a message')).toHaveValue(`Hi Tom, this is ${company}.`);
});

test('a draft stays when the drawer closes, and a message to many is previewed and undone', async ({
  page,
  newVisitor,
  signInAs,
}) => {
  await signInAs('companyadmin');
  const { applicantId } = await applyAsDriver(await newVisitor(), page, { firstName: 'Dora', lastName: 'Draft' });
  const path = `/company/applicants?applicant=${applicantId}&panel=messages`;
  const drawer = page.getByRole('dialog').filter({ hasText: 'Dora Draft' });
  const field = drawer.getByPlaceholder('Write a message');

  await test.step('draft', async () => {
    await page.goto(path);
    await field.fill('Can you start');
    await drawer.getByRole('tab', { name: 'Timeline' }).click();
    await drawer.getByRole('tab', { name: 'Messages' }).click();
    await expect(field).toHaveValue('Can you start');
    await page.goto(path);
    await expect(field).toHaveValue('Can you start');
    await drawer.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(drawer.getByRole('listitem').filter({ hasText: 'Can you start' })).toBeVisible();
    await expect(field).toHaveValue('');
  });

  await test.step('message to many', async () => {
    await page.goto('/company/applicants');
    await page
      .getByRole('row', { name: /Dora Draft/ })
      .first()
      .getByRole('checkbox')
      .check();
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Message 1 applicant' });
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Hi {{first_name}}, can you call us?');
    await expect(dialog.getByText('Hi Dora, can you call us?')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('Hi {{first_name}}, can you call us?');
    await dialog.getByRole('button', { name: 'Send to 1 applicant' }).click();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect(dialog.getByText('Nothing was sent')).toBeVisible();
    const sent = (await callApi(page, 'get', `/applicants/${applicantId}/messages`)) as { body: string }[];
    expect(sent.map(({ body }) => body)).toEqual(['Can you start']);
  });
});
