import { expect, test } from './test.ts';

test('a recruiter chooses a daily summary and mutes a job', async ({ page, signInAs, checkAccessibility }) => {
  await signInAs('companyadmin');
  await page.goto('/company/settings/notifications');
  const section = page.getByRole('region', { name: 'Applicants' });
  const emailTiming = section.getByRole('radiogroup', { name: 'Email: Mentions' });
  await emailTiming.getByText('Daily summary').click();
  await expect(section.getByText('Saved', { exact: true })).toBeVisible();
  const inAppSwitch = section.getByRole('switch', { name: 'In-app notifications: Mentions' });
  await inAppSwitch.click({ force: true });
  await expect(inAppSwitch).not.toBeChecked();
  await section.getByRole('combobox', { name: 'Mute a job' }).click();
  await page.getByRole('option').first().click();
  await expect(section.getByRole('button', { name: /^Unmute / })).toBeVisible();
  await checkAccessibility();
  await page.reload();
  await expect(emailTiming.getByRole('radio', { name: 'Daily summary' })).toBeChecked();
  await expect(inAppSwitch).not.toBeChecked();
  await section.getByRole('button', { name: /^Unmute / }).click();
  await expect(section.getByText('No muted jobs')).toBeVisible();

  await test.step('a job is muted and unmuted in the menu of its page', async () => {
    await page.goto('/company/jobs');
    await page.getByRole('table').getByRole('link').first().click();
    await expect(page.getByRole('tab', { name: 'Posting' })).toBeVisible();
    const menu = page.getByRole('button', { name: /^Actions for / }).first();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Mute notifications' }).click();
    await expect(page.getByText(/^You won’t be notified/)).toBeVisible();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Unmute notifications' }).click();
    await expect(page.getByText(/^You’ll be notified/)).toBeVisible();
  });
});

test('the settings show a loading state and an error state', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  let isFailing = true;
  const failure = { message: 'Down for a moment', code: -32603, data: { code: 'BAD_GATEWAY', httpStatus: 502 } };
  await page.route('**/trpc/**notifications.settings**', (route) => {
    return isFailing ? route.fulfill({ status: 502, json: [{ error: failure }] }) : route.continue();
  });
  await page.goto('/company/settings/notifications');
  const section = page.getByRole('region', { name: 'Applicants' });
  await expect(section.getByLabel('Loading notification settings')).toBeVisible();
  await expect(section.getByRole('alert').getByRole('heading', { name: 'Couldn’t load this' })).toBeVisible();
  isFailing = false;
  await section.getByRole('button', { name: 'Try again' }).click();
  await expect(section.getByText('New applicants', { exact: true })).toBeVisible();
  await section.getByRole('combobox', { name: 'Mute a job' }).click();
  await page.route('**/trpc/**jobs.list**', (route) => route.fulfill({ status: 502, json: [{ error: failure }] }));
  await section.getByRole('combobox', { name: 'Mute a job' }).fill('no such job');
  await expect(section.getByRole('alert').getByRole('heading', { name: 'Couldn’t load this' })).toBeVisible();
});

test('a note mentions a colleague, who is chosen with the keyboard and shown as a chip', async ({
  page,
  signInAs,
  checkAccessibility,
}) => {
  await signInAs('companyadmin');
  await page.goto('/company/applicants');
  await page.getByRole('table').getByRole('link').first().click();
  // The drawer moves the focus once while it opens.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeFocused();
  const note = page.getByRole('textbox', { name: 'Note for your team' });
  await note.fill('Please call, ');
  await note.press('End');
  await note.pressSequentially('@');
  const first = page.getByRole('option').first();
  await expect(first).toBeVisible();
  await note.blur();
  await expect(first).toBeHidden();
  await note.focus();
  await expect(first).toBeVisible();
  const name = (await first.textContent()) ?? '';
  await note.press('Enter');
  await expect(note).toHaveValue(`Please call, @${name} `);
  await expect(page.getByRole('option')).toHaveCount(0);
  await checkAccessibility();
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(note).toHaveValue('');
  await expect(page.getByText(`@${name}`, { exact: true }).first()).toBeVisible();
});
