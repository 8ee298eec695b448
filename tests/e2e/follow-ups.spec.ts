import { localDay } from '#shared/time-zone.ts';
import { applyAsDriver } from './people.ts';
import { expect, test } from './test.ts';

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
    const isDue = page.getByRole('region', { name: /^(Overdue|Today)$/ });
    await expect(isDue.getByRole('checkbox')).toHaveCount(dueCount);
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
    await page.getByRole('button', { name: `Actions for “${task}”` }).click();
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
    await expect(page.getByRole('region', { name: 'Later' })).toBeVisible();
    await expect(page.getByText(`${task} again`)).toHaveCount(0);
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Done').click();
    await expect(page.getByText(`${task} again`)).toBeVisible();
  });
});
