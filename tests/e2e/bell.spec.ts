import { postJob } from './jobs.ts';
import { applyToJob, makePhone, randomIpOptions } from './people.ts';
import { expect, test } from './test.ts';

test('a driver on a phone sees what is new in the bell, opens it, and reads all notifications', async ({
  page,
  newVisitor,
  signInAs,
  checkAccessibility,
}) => {
  await signInAs('invoice');
  const phone = await newVisitor({
    ...randomIpOptions(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const lastName = `Bell${Date.now()
    .toString(36)
    .replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;
  await page.goto('/company/jobs');
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/1.0${path}`, { headers: { authorization: `Bearer ${token}` }, data });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  // Other tests cannot add their applicants to the line of this job.
  const jobId = await postJob(page, `Bell ${Date.now().toString(36)}`);
  const { applicantId } = await applyToJob(phone, jobId, { firstName: 'Ana', lastName, phone: makePhone('402') });
  const bell = (unread: number) => phone.getByRole('button', { name: `Notifications, ${unread} unread` });

  await test.step('the application that was sent, and live what the company does', async () => {
    await phone.goto('/members/home');
    await expect(bell(1)).toBeVisible();
    await post(`/applicants/${applicantId}/stage`, { stage: 'interview' });
    await expect(bell(2)).toBeVisible();
    await post(`/applicants/${applicantId}/messages`, { body: 'When can you start?' });
    await expect(bell(3)).toBeVisible();
    const overflowWidth = await phone.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflowWidth).toBe(0);
  });

  await test.step('the panel opens the newest one', async () => {
    await bell(3).tap();
    const panel = phone.getByRole('dialog', { name: 'Notifications' });
    await expect(panel.getByRole('link')).toHaveCount(4);
    await expect(panel.getByText(/moved your application to Interview$/)).toBeVisible();
    await panel.getByRole('link', { name: /sent you a message about/ }).tap();
    await expect(phone).toHaveURL(/\/members\/messages\/[0-9a-f-]+$/);
    await expect(phone.getByText('When can you start?')).toBeVisible();
    await expect(bell(2)).toBeVisible();
  });

  await test.step('the page has all of them', async () => {
    await bell(2).tap();
    await phone.getByRole('link', { name: 'See all' }).tap();
    await expect(phone).toHaveURL(/\/members\/notifications$/);
    await expect(phone.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
    await expect(phone.getByRole('main').getByText(/Application sent: /)).toBeVisible();
    await phone.getByText('Unread', { exact: true }).tap();
    await expect(phone.getByRole('main').getByText(/sent you a message about/)).toHaveCount(0);
    await phone.getByRole('main').getByRole('button', { name: 'Mark all read' }).tap();
    await expect(phone.getByRole('main').getByText('No unread notifications')).toBeVisible();
    await expect(phone.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
    const overflowWidth = await phone.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflowWidth).toBe(0);
  });

  await test.step('the company’s bell names the applicant and opens the application', async () => {
    await page.goto('/company/notifications');
    const line = page.getByRole('main').getByRole('link', { name: new RegExp(`Ana ${lastName}`) });
    await expect(line).toContainText(/CDL Class A.*4 years/);
    await checkAccessibility();
    await line.click();
    await expect(page).toHaveURL(/\/company\/jobs\/[0-9a-f-]+\/detail\?/);
    await expect(page.getByRole('dialog').getByRole('heading', { level: 2, name: `Ana ${lastName}` })).toBeVisible();
  });
});

test('the link to all notifications stays where it is while the newest ones load', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  await page.goto('/company/jobs');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/notifications\.list/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('status')).toBeVisible();
  const seeAll = panel.getByRole('link', { name: 'See all' });
  const place = await seeAll.boundingBox();
  release();
  await expect(panel.getByRole('link')).not.toHaveCount(1);
  expect(await seeAll.boundingBox()).toEqual(place);
});
