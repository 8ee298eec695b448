import { newPerson, registerEmployer } from './people.ts';
import { expect, test } from './test.ts';

test('a company admin renames and reorders stages, and the applicants’ board shows them', async ({
  page,
  checkAccessibility,
}) => {
  await registerEmployer(page, newPerson(), 'Stage Coach Lines');
  await page.goto('/company/settings/company-settings');
  const form = page.getByRole('form', { name: 'Hiring stages' });
  const names = form.getByRole('textbox');
  await expect(names).toHaveCount(4);

  await form.getByLabel('Name for “Contacted”').fill('Phone screen');
  await form.getByRole('button', { name: 'Move Contacted up' }).click();
  await expect(names.first()).toHaveValue('Phone screen');
  await expect(form.getByRole('button', { name: 'Move Contacted up' })).toBeDisabled();
  await form.getByRole('switch', { name: /^Tell drivers/ }).check({ force: true });
  await checkAccessibility();
  await form.getByRole('button', { name: 'Update stages' }).click();
  await expect(page.getByText('Updated', { exact: false }).first()).toBeVisible();

  await page.reload();
  await expect(names.first()).toHaveValue('Phone screen');
  await expect(form.getByRole('switch', { name: /^Tell drivers/ })).toBeChecked();
  await page.goto('/company/applicants?view=board');
  await expect(page.getByRole('heading', { level: 2 }).or(page.getByRole('heading', { level: 3 }))).toContainText([
    'New',
    'Phone screen',
    'Reviewed',
  ]);
});
