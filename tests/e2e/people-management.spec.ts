import type { Page } from '@playwright/test';
import { en } from '#shared/texts/en.ts';
import { chooseOption } from './fields.ts';
import { intercept } from './interception.ts';
import { fillLogin, newPerson, type Person, registerDriver } from './people.ts';
import { baseAddress, expect, test } from './test.ts';

const toUrlPrefixPattern = (path: string) => new RegExp(`^${baseAddress()}${path}`);
const newPassword = 'My-Own#Words2026';

async function fillEmployee(page: Page, person: Person): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Add employee' });
  await form.getByLabel('First name').fill(person.firstName);
  await form.getByLabel('Last name').fill(person.lastName);
  await form.getByLabel('Phone').fill(person.phone);
  await form.getByLabel('Email', { exact: true }).fill(person.email);
}

/** Invites a person from the company's list, which sends an email. */
async function invite(page: Page, person: Person): Promise<void> {
  await page.goto('/company/settings/employees');
  await page.getByRole('button', { name: 'Add employee' }).click();
  await fillEmployee(page, person);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const selectAction = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('a new employee must change the password, signs in, and is signed out when deactivated', async ({
  page,
  signInAs,
  newVisitor,
  checkAccessibility,
}) => {
  const person = newPerson({ firstName: 'Petra', lastName: `Employee ${Date.now().toString(36).replace(/\d/g, 'x')}` });
  const name = `${person.firstName} ${person.lastName}`;
  await signInAs('companyadmin');
  await page.goto('/company/settings/employees');
  await page.getByRole('button', { name: 'Add employee' }).click();
  await page.getByRole('radio', { name: 'Set a password' }).check();
  const fields = page.getByRole('dialog').getByRole('textbox');
  await expect(fields).toHaveCount(6);
  const fieldLabels = ['First name', 'Last name', 'Email', 'Phone', 'Ext.', 'Password'];
  for (const [index, label] of fieldLabels.entries()) await expect(fields.nth(index)).toHaveAccessibleName(label);
  await fillEmployee(page, person);
  await page.getByRole('dialog').getByRole('button', { name: 'Add employee' }).click();
  await expect(page.getByText(en.errors.passwordRequired).or(page.getByText(en.errors.passwordShort))).toBeVisible();
  await checkAccessibility();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Add employee' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search employees' }).fill(person.email);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('Company user');

  const employeePage = await newVisitor();
  await employeePage.goto('/login');
  await fillLogin(employeePage, person);
  await expect(employeePage).toHaveURL(toUrlPrefixPattern('/change-password'));
  await employeePage.goto('/company/jobs');
  await expect(employeePage).toHaveURL(toUrlPrefixPattern('/change-password'));
  await employeePage.getByLabel('Current password').fill(person.password);
  await employeePage.getByLabel('New password', { exact: true }).fill(newPassword);
  await employeePage.getByLabel('Confirm new password').fill(newPassword);
  await employeePage.getByRole('button', { name: 'Change password' }).click();
  await expect(employeePage).toHaveURL(toUrlPrefixPattern('/company/jobs'));
  await employeePage.goto('/company/settings/employees');
  await expect(employeePage.getByRole('table', { name: 'Employees' })).toBeVisible();
  await expect(employeePage.getByRole('button', { name: 'Add employee' })).toHaveCount(0);
  await expect(employeePage.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);

  await selectAction(page, name, 'Deactivate');
  await page
    .getByRole('dialog', { name: `Deactivate ${name}?` })
    .getByRole('button', { name: 'Deactivate' })
    .click();
  await expect(row).toContainText('Inactive');
  await employeePage.goto('/company/jobs');
  await expect(employeePage).toHaveURL(toUrlPrefixPattern('/login'));
  await fillLogin(employeePage, { email: person.email, password: newPassword });
  await expect(employeePage.getByText(en.errors.deactivated).first()).toBeVisible();

  await selectAction(page, name, 'Reactivate');
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
  await expect(row).toContainText('Active');
  await fillLogin(employeePage, { email: person.email, password: newPassword });
  await expect(employeePage).toHaveURL(toUrlPrefixPattern('/company/jobs'));
});

test('an invited employee sets a password with the emailed link, which works once', async ({
  page,
  signInAs,
  newVisitor,
  emailedPath,
}) => {
  const person = newPerson({ firstName: 'Ines', lastName: 'Vited' });
  await signInAs('companyadmin');
  await invite(page, person);
  await page.getByRole('searchbox', { name: 'Search employees' }).fill(person.email);
  await expect(page.getByRole('row', { name: /Ines Vited/ })).toContainText('Invited');

  await test.step('an administrator sees the same status in the company list', async () => {
    const admin = await newVisitor();
    await signInAs('superadmin', admin);
    await admin.goto('/admin/company-list?q=Prairie+Freight');
    await admin.getByRole('button', { name: 'Details for Prairie Freight', exact: true }).click();
    const employeeRegion = admin.getByRole('region', { name: 'Employees' });
    await expect(employeeRegion.getByText(person.email)).toBeVisible();
    await expect(employeeRegion.getByText('Invited').first()).toBeVisible();
  });

  const link = await emailedPath(person.email, '/join');
  const phone = await newVisitor({ viewport: { width: 390, height: 844 } });
  await phone.goto(link);
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(/^Join /);
  await phone.getByLabel('Password', { exact: true }).fill(newPassword);
  await phone.getByLabel('Confirm password').fill(newPassword);
  await phone.getByRole('button', { name: 'Join' }).click();
  await expect(phone).toHaveURL(toUrlPrefixPattern('/company/jobs'));
  const secondVisitor = await newVisitor();
  await secondVisitor.goto(link);
  await expect(secondVisitor.getByRole('heading', { name: 'This invitation has expired or was already used' })).toBeVisible();
});

test('an invited driver joins with the existing account and stays a driver', async ({
  page,
  signInAs,
  newVisitor,
  emailedPath,
  checkAccessibility,
}) => {
  const person = newPerson({ firstName: 'Drew', lastName: 'Both' });
  const phone = await newVisitor({ viewport: { width: 390, height: 844 } });
  await registerDriver(phone, person);
  await phone.context().clearCookies({ name: 'refreshToken' });
  await signInAs('companyadmin');
  await invite(page, person);
  const invitedRow = page.getByRole('region', { name: 'Invited' }).getByRole('listitem').filter({ hasText: person.email });
  await expect(invitedRow).toContainText('Drew Both');
  await expect(invitedRow.getByText('Invited', { exact: true })).toBeVisible();
  await checkAccessibility();

  await test.step('the list shows that the link has expired', async () => {
    const stopExpiring = await intercept(page, '**/trpc/**employees.invitations**', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"isOver":false', '"isOver":true') });
    });
    await page.reload();
    await expect(invitedRow.getByText('Expired', { exact: true })).toBeVisible();
    await expect(invitedRow).toContainText('The link has expired. Send it again.');
    await checkAccessibility();
    stopExpiring();
  });

  await phone.goto(await emailedPath(person.email, '/join'));
  await expect(phone.getByText(person.email)).toBeVisible();
  await phone.getByLabel('Password', { exact: true }).fill('Wrong-Haul#2026');
  await phone.getByRole('button', { name: 'Join' }).click();
  await expect(phone.getByText(en.errors.wrongLogin).first()).toBeVisible();
  await phone.getByLabel('Password', { exact: true }).fill(person.password);
  await phone.getByRole('button', { name: 'Join' }).click();
  await expect(phone).toHaveURL(toUrlPrefixPattern('/company/jobs'));
  await phone.goto('/members/home');
  await expect(phone).toHaveURL(toUrlPrefixPattern('/members/home'));

  await page.reload();
  await page.getByRole('searchbox', { name: 'Search employees' }).fill(person.email);
  await expect(page.getByRole('row', { name: /Drew Both/ })).toContainText('Active');
  await expect(invitedRow).toHaveCount(0);
});

test('a person who would overwrite another change sees both versions', async ({ page, signInAs, newVisitor }) => {
  const person = newPerson({ firstName: 'Conny', lastName: 'Flict' });
  await signInAs('companyadmin');
  await invite(page, person);
  const otherPage = await newVisitor();
  await signInAs('companyadmin', otherPage);
  for (const one of [page, otherPage]) {
    await one.goto(`/company/settings/employees?q=${person.email}`);
    await selectAction(one, 'Conny Flict', 'Edit');
  }
  await otherPage.getByRole('dialog').getByLabel('First name').fill('Theirs');
  await otherPage.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(otherPage.getByRole('dialog')).toHaveCount(0);

  const form = page.getByRole('dialog');
  await form.getByLabel('First name').fill('Mine');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const versionRow = form.getByRole('table', { name: 'Both versions' }).getByRole('row', { name: /First name/ });
  await expect(versionRow).toContainText('Theirs');
  await expect(versionRow).toContainText('Mine');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Mine Flict/ })).toBeVisible();
});

test('the last company admin cannot be deactivated', async ({ page, signInAs }) => {
  await signInAs('invoice');
  await page.goto('/company/settings/employees');
  await selectAction(page, 'Ivy Santos', 'Deactivate');
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('the last company admin');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('row', { name: /Ivy Santos/ })).toContainText('Active');
});

test('a super admin creates, edits, signs out and locks an admin', async ({ page, signInAs, newVisitor, checkAccessibility }) => {
  const person = newPerson({ firstName: 'Adina', lastName: 'Minister' });
  await signInAs('superadmin');
  await page.goto('/admin/user-management');
  await page.getByRole('navigation', { name: 'User Management' }).getByRole('link', { name: 'Admins' }).click();
  await expect(page).toHaveURL(toUrlPrefixPattern('/admin/user-management/admins'));
  await page.getByRole('button', { name: 'Add admin' }).click();
  const form = page.getByRole('dialog', { name: 'Add admin' });
  await form.getByLabel('First name').fill(person.firstName);
  await form.getByLabel('Last name').fill(person.lastName);
  await form.getByLabel('Email', { exact: true }).fill(person.email);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await chooseOption(page, 'Role', 'News admin');
  await form.getByRole('button', { name: 'Add admin' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search admins' }).fill('adina min');
  const row = page.getByRole('row', { name: new RegExp(person.email) });
  await expect(row).toContainText('News admin');

  const adminPage = await newVisitor();
  await adminPage.goto('/login?role=admin');
  await fillLogin(adminPage, person);
  await expect(adminPage).toHaveURL(toUrlPrefixPattern('/change-password'));

  const getMenuButton = () => row.getByRole('button', { name: 'Actions for Adina Minister' });
  await getMenuButton().click();
  await page.getByRole('menuitem', { name: 'Sessions' }).click();
  const sessionsDialog = page.getByRole('dialog', { name: 'Sessions for Adina Minister' });
  await expect(sessionsDialog.getByRole('listitem')).toHaveCount(1);
  await checkAccessibility();
  await sessionsDialog.getByRole('button', { name: 'End all sessions' }).click();
  const confirmDialog = page.getByRole('dialog', { name: 'End all sessions for Adina Minister?' });
  await expect(confirmDialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(confirmDialog).toHaveCount(0);
  await sessionsDialog.getByRole('button', { name: 'End all sessions' }).click();
  await confirmDialog.getByRole('button', { name: 'End all sessions' }).click();
  await expect(sessionsDialog.getByText('No active sessions')).toBeVisible();
  await page.keyboard.press('Escape');
  await adminPage.goto('/account');
  await expect(adminPage).toHaveURL(toUrlPrefixPattern('/login'));

  await getMenuButton().click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Lock' }).click();
  await expect(row).toContainText('Locked');
  await adminPage.goto('/login?role=admin');
  await fillLogin(adminPage, person);
  await expect(adminPage.getByText('This account is locked').first()).toBeVisible();
});

test('the applicant list shows what each driver submitted', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/admin/user-management');
  const table = page.getByRole('table', { name: 'Applicants' });
  await expect(table).toBeVisible();
  const details = page.getByRole('button', { name: /^Details for/ }).first();
  const name = (await details.getAttribute('aria-label'))?.replace('Details for ', '') ?? '';
  await details.click();
  await expect(
    page
      .getByRole('list', { name: `Applications from ${name}` })
      .getByRole('listitem')
      .first(),
  ).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search applicants' }).fill('no one has this name %');
  await expect(page.getByText('No results found')).toBeVisible();
});
