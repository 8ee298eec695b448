import { expect, test } from './test.ts';

const draftMark = 'Draft: check it before you post';

/** These tests cover `docs/product/jobs.md#write-with-help` without an AI service. */
test('a draft of the description keeps its mark until it is edited, and can be undone', async ({
  page,
  signInAs,
  checkAccessibility,
}) => {
  await signInAs('companyadmin');
  await page.goto('/company/jobs/new');
  const description = page.getByRole('textbox', { name: 'Job description' });
  const insertDraft = async () => {
    await page.getByRole('button', { name: 'Write with help' }).click();
    await page.getByRole('menuitem', { name: 'Draft from this form' }).click();
  };
  await page.getByLabel('Job title').fill('Reefer driver');
  await description.fill('Our own words');

  await test.step('draft and undo', async () => {
    await insertDraft();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    await expect(description).toContainText('We are hiring: Reefer driver.');
    await expect(page.getByText(draftMark)).toBeVisible();
    await checkAccessibility();
    await page.getByRole('button', { name: 'Undo draft' }).click();
    await expect(description).toHaveText('Our own words');
    await expect(page.getByText(draftMark)).toBeHidden();
  });

  await test.step('the mark survives a reload and ends with an edit', async () => {
    await description.fill('');
    await page.getByLabel('Expected pay').fill('1500');
    await insertDraft();
    await expect(description).toContainText('$1,500 per week');
    await page.reload();
    await expect(page.getByText(draftMark)).toBeVisible();
    await description.click();
    await expect(page.getByText(draftMark)).toBeVisible();
    await page.keyboard.type('And more. ');
    await expect(page.getByText(draftMark)).toBeHidden();
  });

  await test.step('starting over clears every field', async () => {
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByLabel('Job title')).toHaveValue('');
    await expect(description).toHaveText('');
  });
});

test('a suggested reply fills the form and is marked until it is edited', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  await page.goto('/company/applicants');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: 'Messages' }).click();
  await drawer.getByRole('button', { name: 'Suggest a reply' }).click();
  const form = drawer.getByPlaceholder('Write a message');
  await expect(form).toHaveValue(/^Hi /);
  await expect(form).toBeFocused();
  await expect(drawer.getByText('Suggestion: check it before you send')).toBeVisible();
  await page.keyboard.type(' Thanks.');
  await expect(drawer.getByText('Suggestion: check it before you send')).toBeHidden();
});
