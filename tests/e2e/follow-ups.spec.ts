import { localDay } from '#shared/time-zone.ts';
import { applyAsDriver } from './people.ts';
import { baseAddress, expect, seedSession, termsCookie, test } from './test.ts';

test('a recruiter adds a follow-up with the keyboard, finds it in what needs attention, completes it and opens it again', async ({
  page,
  newVisitor,
  signInAs,
}) => {
  await signInAs('companyadmin');
  const visitor = await newVisitor();
  const { applicantId } = await applyAsDriver(visitor, page, { firstName: 'Faye', lastName: 'Followed' });
  const task = `Call Faye about ${applicantId.slice(-6)}`;

  await test.step('add', async () => {
    await page.goto(`/company/applicants/${applicantId}`);
    const section = page.getByRole('region', { name: 'Follow-ups' });
    await section.getByRole('button', { name: 'Add follow-up' }).press('Enter');
    const form = page.getByRole('form', { name: 'Add follow-up' });
    await expect(form.getByLabel('What to do')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(form.getByText('Enter what to do')).toBeVisible();
    await page.keyboard.type(task);
    await form.getByLabel('Due').fill(localDay('US/Central', Date.now()));
    await form.getByLabel('Due').press('Enter');
    await expect(form).toHaveCount(0);
    await expect(section.getByRole('button', { name: 'Add follow-up' })).toBeFocused();
    await expect(section.getByText(task)).toBeVisible();
    await expect(page.getByText(/^Added a follow-up for/)).toBeVisible();
  });

  await test.step('what needs attention leads to the list', async () => {
    await page.goto('/company/jobs');
    const count = page.getByRole('region', { name: 'Needs your attention' }).getByRole('link', { name: /follow-ups? due/ });
    const dueCount = Number(/\d+/.exec(await count.innerText())?.[0]);
    await count.click();
    await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(dueCount);
    await expect(page.getByRole('region', { name: 'Today', exact: true }).getByText(task)).toBeVisible();
  });

  await test.step('complete it, by mistake', async () => {
    await page.getByRole('checkbox', { name: `Mark “${task}” as done` }).check();
    const done = page.getByRole('checkbox', { name: `Reopen “${task}”` });
    await expect(done).toBeEnabled();
    await done.uncheck();
    await expect(page.getByRole('checkbox', { name: `Mark “${task}” as done` })).toBeEnabled();
  });

  await test.step('change it', async () => {
    const menu = page.getByRole('button', { name: `Actions for “${task}”` });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const form = page.getByRole('form', { name: 'Edit follow-up' });
    await form.getByLabel('What to do').fill(`${task} again`);
    await form.getByRole('combobox', { name: 'Owner' }).click();
    await page.getByRole('option', { name: 'Anyone on the team' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Anyone on the team')).toBeVisible();
  });

  await test.step('complete it', async () => {
    await page.getByRole('checkbox', { name: `Mark “${task} again” as done` }).check();
    await expect(page.getByRole('checkbox', { name: `Reopen “${task} again”` })).toBeEnabled();
    await page.reload();
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('All open').click();
    await expect(page.getByRole('region', { name: 'Later' })).toBeVisible();
    await expect(page.getByText(`${task} again`)).toHaveCount(0);
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Done').click();
    await expect(page.getByText(`${task} again`)).toBeVisible();
  });
});

test('Escape closes a form in the drawer of an applicant, and then the drawer', async ({ page, newVisitor, signInAs }) => {
  await signInAs('companyadmin');
  const { applicantId } = await applyAsDriver(await newVisitor(), page, { firstName: 'Della', lastName: 'Drawer' });
  await page.goto(`/company/applicants?applicant=${applicantId}`);
  const drawer = page.getByRole('dialog', { name: 'Della Drawer' });
  await drawer.getByRole('button', { name: 'Add follow-up' }).click();
  const form = page.getByRole('dialog', { name: 'Add follow-up' });
  await form.getByLabel('What to do').fill('Call');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(form).toHaveCount(0);
  await expect(drawer.getByRole('button', { name: 'Add follow-up' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
});

test('without a connection, a follow-up that could not be completed says why and stays open', async ({ browser }) => {
  // A context without the test’s check for console errors, because the lost connection causes some.
  const context = await browser.newContext({ baseURL: baseAddress() });
  await context.addCookies([termsCookie()]);
  const page = await context.newPage();
  await seedSession(page, 'company');
  await page.goto('/company/follow-ups');
  const checkbox = page.getByRole('main').getByRole('checkbox').first();
  await expect(checkbox).toBeEnabled();
  await context.setOffline(true);
  await checkbox.press('Space');
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(checkbox).not.toBeChecked();
  await expect(checkbox).toBeFocused();
  await context.setOffline(false);
  await context.close();
});
