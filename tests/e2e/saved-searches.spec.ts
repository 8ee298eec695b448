import { readEmailsTo } from '#tests/helpers/mailbox.ts';
import { postJob, jobContent } from './jobs.ts';
import { fillSignUp, newPerson, randomIpOptions } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';

const phone = { width: 390, height: 844 };
/** No other job has this word. */
const word = `kudu${Date.now().toString(36)}`;

test('a visitor gets alerts for a search, signs up, is told about a new job, and stops the alerts', async ({
  newVisitor,
  page,
  signInAs,
  emailedPath,
}) => {
  const driver = newPerson({ firstName: 'Alma', lastName: 'Alert' });
  const visitor = await newVisitor({ viewport: phone, ...randomIpOptions() });
  await test.step('what the visitor looks at is listed below the search', async () => {
    await visitor.goto('/jobs');
    await expect(visitor.getByRole('link', { name: 'Get alerts for these jobs' })).toBeHidden();
    await visitor.locator('.job').first().getByRole('heading').getByRole('link').click();
    const title = (await visitor.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await visitor.goto(`/jobs?query=${word}&location=Omaha, NE`);
    await expect(visitor.locator('#seen').getByRole('link')).toHaveText([title]);
  });

  await test.step('the search is saved after sign-up', async () => {
    await visitor.getByRole('link', { name: 'Get alerts for these jobs' }).click();
    await expect(visitor).toHaveURL(/\/login\?next=/);
    await visitor.getByRole('link', { name: 'Create new account' }).click();
    await expect(visitor.getByRole('radio', { name: /driver/i })).toBeChecked();
    await fillSignUp(visitor, driver);
    await expect(visitor).toHaveURL(/\/members\/searches$/);
    const item = visitor.getByRole('list', { name: 'Saved searches' }).getByRole('listitem');
    await expect(item).toContainText(`${word} jobs near Omaha, NE`);
    await expectAccessible(visitor);
    await visitor.goto(await emailedPath(driver.email, '/email/validation'));
    await expect(visitor).toHaveURL(/\/email\/validation\/success/);
    await visitor.goto('/members/searches');
    const updated = visitor.waitForResponse(/savedSearches\.update/);
    await visitor.getByRole('combobox').selectOption('at_once');
    await updated;
  });

  await test.step('what was looked at came along', async () => {
    await visitor.goto('/members/saved?tab=viewed');
    await expect(visitor.getByRole('list', { name: 'Recently viewed' }).getByRole('listitem')).toHaveCount(1);
  });

  await signInAs('company');
  const title = `${word} driver`;
  await postJob(page, title, jobContent);
  const readAlerts = async () =>
    (await readEmailsTo(process.env['E2E_DATA_DIR'] ?? '', driver.email)).filter(({ text }) => text.includes(title));
  await test.step('an email and the bell tell of a new job', async () => {
    await expect.poll(async () => (await readAlerts()).length).toBe(1);
    await visitor.goto('/members/searches');
    await expect(visitor.getByRole('listitem').filter({ hasText: word })).toContainText('1 new job');
    await visitor.getByRole('button', { name: /^Notifications/ }).click();
    await expect(visitor.getByText(`1 new job for “${word} jobs near Omaha, NE”`)).toBeVisible();
  });

  await test.step('the link in the email stops the alerts of the search, without signing in', async () => {
    const [email] = await readAlerts();
    const link = email?.text.match(/https?:\/\/\S+\/unsubscribe\/search\.\S+/)?.[0] ?? '';
    const reader = await newVisitor();
    await reader.goto(new URL(link).pathname);
    await reader.getByRole('button', { name: 'Stop this alert' }).click();
    await expect(reader.getByRole('heading', { name: 'Job alert stopped' })).toBeVisible();
    await visitor.goto('/members/searches');
    await expect(visitor.getByRole('combobox')).toHaveValue('off');
  });

  await test.step('deleting can be undone', async () => {
    await visitor.getByRole('button', { name: /^Delete the saved search/ }).click();
    await expect(visitor.getByRole('heading', { name: 'No saved searches yet' })).toBeVisible();
    await visitor.getByRole('button', { name: /^Undo/ }).click();
    await expect(visitor.getByRole('list', { name: 'Saved searches' }).getByRole('listitem')).toHaveCount(1);
  });
});

test('people who are not drivers have no alerts', async ({ page, signInAs }) => {
  await signInAs('company');
  await page.goto('/jobs?query=reefer');
  await expect(page.locator('.job').first()).toBeVisible();
  await expect(page.locator('.alerts')).toBeHidden();
});
