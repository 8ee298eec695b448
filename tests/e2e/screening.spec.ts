import type { Page } from '@playwright/test';
import { newPerson, registerDriver, signInByApi } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';

type JobListResponse = { data: { id: string; title: string; status: string }[] };

const getAuthorizationHeaders = async (page: Page) => ({
  authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}`,
});

/** Returns the last posted job of the demo company, because other tests apply to the first one. */
async function findLastPostedJob(page: Page) {
  await page.goto('/company/jobs');
  const headers = await getAuthorizationHeaders(page);
  const { data } = (await (await page.request.get('/api/1.0/jobs?limit=100', { headers })).json()) as JobListResponse;
  const job = data.findLast(({ status }) => status === 'POSTED');
  if (!job) throw new Error('The demo company has no posted job');
  return job;
}

test('an employer asks questions, a driver answers on a phone, and the recruiter finds the flagged applicant', async ({
  page,
  newVisitor,
  signInAs,
  checkAccessibility,
}) => {
  await signInAs('companyadmin');
  const job = await findLastPostedJob(page);
  const phone = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const driver = newPerson({ firstName: 'Quincy', lastName: 'Answerer' });

  await test.step('add two questions with the keyboard', async () => {
    await page.goto(`/company/jobs/${job.id}/job-content`);
    const section = page.getByRole('region', { name: 'Screening questions' });
    const add = section.getByRole('button', { name: 'Add a question' });
    const first = section.getByRole('group', { name: 'Question 1' });
    await add.press('Enter');
    await expect(first.getByRole('textbox', { name: /^Question/ })).toBeFocused();
    await page.keyboard.type('Do you have tanker experience?');
    await first.getByRole('combobox', { name: 'Flag applicants who answer' }).click();
    await page.getByRole('option', { name: 'No', exact: true }).click();
    await add.press('Enter');
    const second = section.getByRole('group', { name: 'Question 2' });
    await page.keyboard.type('How many accidents in 3 years?');
    await second.getByRole('combobox', { name: 'Answer type' }).click();
    await page.getByRole('option', { name: 'Choice', exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(second.getByText('Enter at least 2 choices')).toBeVisible();
    await second.getByRole('textbox', { name: 'Choices' }).fill('None\nOne\nMore than one');
    await second.getByRole('checkbox', { name: 'More than one' }).check();
    const moveUpButton = second.getByRole('button', { name: 'Move question 2 up' });
    await moveUpButton.press('Enter');
    await expect(first.getByRole('textbox', { name: 'Choices' })).toHaveValue('None\nOne\nMore than one');
    await expect(first.getByRole('button', { name: 'Move question 1 up' })).toBeFocused();
    await first.getByRole('button', { name: 'Move question 1 down' }).press('Enter');
    await add.press('Enter');
    await page.keyboard.type('Do you know Nebraska?');
    await section.getByRole('group', { name: 'Question 3' }).getByRole('checkbox', { name: 'Drivers must answer' }).uncheck();
    await checkAccessibility();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(new RegExp(`/company/jobs/${job.id}/detail`));
    await page.getByRole('tab', { name: 'Posting' }).click();
    const questions = page.getByRole('region', { name: 'Screening questions' }).getByRole('listitem');
    await expect(questions).toHaveCount(3);
    await expect(questions.last()).toContainText('Do you know Nebraska?');
  });

  await test.step('answer on a phone', async () => {
    await registerDriver(phone, driver);
    const authorization = `Bearer ${await signInByApi(phone, driver)}`;
    const data = { city: 'Omaha', state: 'NE', postal_code: '68102', cdl_status: 'Class A', years_of_experience: 4 };
    const profileResponse = await phone.request.patch('/api/1.0/member/profile', { headers: { authorization }, data });
    expect(profileResponse.ok(), await profileResponse.text()).toBe(true);
    await phone.goto(`/apply/${job.id}`);
    const section = phone.getByRole('region', { name: /^Questions from / });
    await phone.getByRole('button', { name: /^Answer 2 / }).tap();
    await expect(section.getByText('Answer this question')).toHaveCount(2);
    await expect(section.getByRole('radio', { name: 'Yes' }).first()).toBeFocused();
    await expectAccessible(phone);
    await section.getByRole('radio', { name: 'No', exact: true }).first().check();
    await section.getByRole('combobox', { name: 'How many accidents in 3 years?' }).selectOption('One');
    const optional = section.getByRole('radiogroup', { name: 'Do you know Nebraska?' });
    await optional.getByRole('radio', { name: 'Yes' }).check();
    await optional.getByRole('radio', { name: 'No answer' }).check();
    await phone.getByRole('button', { name: /^Apply/ }).tap();
    await expect(phone.getByRole('heading', { name: 'Application sent' })).toBeVisible();
  });

  await test.step('the recruiter sees the flag and filters by it', async () => {
    await page.goto('/company/applicants');
    const row = page.getByRole('row').filter({ hasText: 'Quincy Answerer' });
    await expect(row.getByText('Flagged', { exact: true })).toBeVisible();
    await page.goto(`/company/applicants?${new URLSearchParams({ filters: JSON.stringify([['is_flagged', 'equals', true]]) })}`);
    await expect(row).toBeVisible();
    await row.getByRole('link', { name: 'Quincy Answerer' }).click();
    const drawer = page.getByRole('dialog').filter({ hasText: driver.email });
    const answers = drawer.locator('dl').filter({ hasText: 'Do you have tanker experience?' });
    await expect(answers.locator('dd')).toHaveText(['NoFlagged', 'One', 'Not answered']);
    await checkAccessibility();
    await page.keyboard.press('Escape');
    await page.goto(`/company/applicants?${new URLSearchParams({ filters: JSON.stringify([['is_flagged', 'equals', false]]) })}`);
    await expect(page.getByRole('table', { name: 'Applicants' })).toBeVisible();
    await expect(row).toHaveCount(0);
  });

  await test.step('removing the questions keeps the answers', async () => {
    await page.goto(`/company/jobs/${job.id}/job-content`);
    const section = page.getByRole('region', { name: 'Screening questions' });
    await section.getByRole('button', { name: 'Remove question 1' }).press('Enter');
    await section.getByRole('button', { name: 'Remove question 1' }).press('Enter');
    await section.getByRole('button', { name: 'Remove question 1' }).press('Enter');
    await expect(section.getByRole('button', { name: 'Add a question' })).toBeFocused();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(new RegExp(`/company/jobs/${job.id}/detail`));
    await page.goto(`/company/applicants?${new URLSearchParams({ filters: JSON.stringify([['is_flagged', 'equals', true]]) })}`);
    await expect(page.getByRole('row').filter({ hasText: 'Quincy Answerer' })).toBeVisible();
  });
});

test('a recruiter picks questions from the library, adds one to it, and filters applicants by an answer', async ({
  page,
  signInAs,
  checkAccessibility,
}) => {
  const newQuestion = `Do you know route ${newPerson().email}?`;
  await signInAs('companyadmin');
  await page.goto('/company/jobs/new');
  const section = page.getByRole('region', { name: 'Screening questions' });
  const dialog = page.getByRole('dialog');

  await test.step('add a question to the library with the keyboard, without sending the job’s form', async () => {
    await section.getByRole('button', { name: 'Add from the library' }).press('Enter');
    await dialog.getByRole('checkbox', { name: /TWIC/ }).press('Space');
    await dialog.getByRole('button', { name: 'New question' }).press('Enter');
    await expect(dialog.getByRole('textbox', { name: /^Question/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Enter a question')).toBeVisible();
    await page.keyboard.type(newQuestion);
    await checkAccessibility();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('checkbox', { name: newQuestion })).toBeChecked();
    await expect(dialog.getByRole('button', { name: `Edit “${newQuestion}”` })).toBeFocused();
    await checkAccessibility();
    await dialog.getByRole('button', { name: 'Add 2 questions' }).press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(section.getByRole('textbox', { name: /^Question/ }).first()).toHaveValue(/TWIC/);
    await expect(section.getByRole('textbox', { name: /^Question/ }).first()).toBeFocused();
    await expect(section.getByRole('textbox', { name: /^Question/ }).last()).toHaveValue(newQuestion);
    await expect(page).toHaveURL(/\/company\/jobs\/new$/);
  });

  await test.step('edit a question of the library that the job asks, in the dialog only', async () => {
    await section.getByRole('button', { name: 'Add from the library' }).click();
    await dialog.getByRole('button', { name: `Edit “${newQuestion}”` }).press('Enter');
    const text = dialog.getByRole('textbox', { name: /^Question/ });
    await expect(text).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(' Really?');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(text).toBeFocused();
    await expect(text).toHaveValue(`${newQuestion} Really?`);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(dialog.getByRole('checkbox', { name: newQuestion, exact: true })).toBeDisabled();
    await expect(dialog.getByRole('button', { name: `Edit “${newQuestion}”` })).toBeFocused();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(section.getByRole('textbox', { name: /^Question/ }).last()).toHaveValue(newQuestion);
  });

  await test.step('delete a question of the library, undo it, and leave the job as it is', async () => {
    await section.getByRole('button', { name: 'Add from the library' }).click();
    const choice = dialog.getByRole('checkbox', { name: newQuestion });
    await expect(choice).toBeDisabled();
    await dialog.getByRole('button', { name: `Delete “${newQuestion}” from the library` }).click();
    await expect(choice).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(choice).toBeDisabled();
    await expect(dialog.getByRole('button', { name: `Edit “${newQuestion}”` })).toBeFocused();
    await dialog.getByRole('button', { name: `Delete “${newQuestion}” from the library` }).click();
    await expect(dialog.getByRole('button', { name: 'Undo' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(section.getByRole('textbox', { name: /^Question/ }).last()).toHaveValue(newQuestion);
  });

  await test.step('add a question of the job to the library', async () => {
    await section.getByRole('button', { name: 'Add question 2 to the library' }).press('Enter');
    await expect(section.getByRole('textbox', { name: /^Question/ }).last()).toBeFocused();
    await expect(section.getByRole('button', { name: 'Add question 2 to the library' })).toHaveCount(0);
    await section.getByRole('button', { name: 'Add from the library' }).click();
    await expect(dialog.getByRole('checkbox', { name: newQuestion })).toBeDisabled();
    await dialog.getByRole('button', { name: `Delete “${newQuestion}” from the library` }).click();
    await expect(dialog.getByRole('checkbox', { name: newQuestion })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('filter by an answer, which becomes a column', async () => {
    await page.goto('/company/applicants');
    await page.getByRole('button', { name: 'Filter and sort' }).click();
    const choices = dialog.getByLabel(/TWIC/);
    await choices.getByRole('checkbox', { name: 'No', exact: true }).check();
    await dialog.getByRole('button', { name: 'Show results' }).click();
    const table = page.getByRole('table', { name: 'Applicants' });
    await expect(table.getByRole('columnheader', { name: /TWIC/ })).toBeVisible();
    const rows = table.getByRole('row');
    await expect(rows.nth(1).getByRole('cell').last()).toHaveText('No');
    await page.getByRole('button', { name: /^Remove filter .*TWIC/ }).click();
    await expect(table.getByRole('columnheader', { name: /TWIC/ })).toHaveCount(0);
  });
});
