import type { Page } from '@playwright/test';
import { en } from '#shared/texts/en.ts';
import { choose } from './fields.ts';
import { fillLogin, newPerson, type Person, registerDriver } from './people.ts';
import { baseAddress, expect, test } from './test.ts';

const pathOf = (path: string) => new RegExp(`^${baseAddress()}${path}`);
const own = 'My-Own#Words2026';

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

const act = async (page: Page, name: string, entry: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

test('an employee is added, held at the change of password, gets in, and is out once deactivated', async ({
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
  await expect(fields).toHaveCount(5);
  const order = ['First name', 'Last name', 'Email', 'Phone', 'Password'];
  for (const [at, label] of order.entries()) await expect(fields.nth(at)).toHaveAccessibleName(label);
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

  const desk = await newVisitor();
  await desk.goto('/login');
  await fillLogin(desk, person);
  await expect(desk).toHaveURL(pathOf('/change-password'));
  await desk.goto('/company/jobs');
  await expect(desk).toHaveURL(pathOf('/change-password'));
  await desk.getByLabel('Current password').fill(person.password);
  await desk.getByLabel('New password', { exact: true }).fill(own);
  await desk.getByLabel('Confirm new password').fill(own);
  await desk.getByRole('button', { name: 'Change password' }).click();
  await expect(desk).toHaveURL(pathOf('/company/jobs'));
  await desk.goto('/company/settings/employees');
  await expect(desk.getByRole('table', { name: 'Employees' })).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Add employee' })).toHaveCount(0);
  await expect(desk.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);

  await act(page, name, 'Deactivate');
  await page
    .getByRole('dialog', { name: `Deactivate ${name}?` })
    .getByRole('button', { name: 'Deactivate' })
    .click();
  await expect(row).toContainText('Inactive');
  await desk.goto('/company/jobs');
  await expect(desk).toHaveURL(pathOf('/login'));
  await fillLogin(desk, { email: person.email, password: own });
  await expect(desk.getByText(en.errors.deactivated).first()).toBeVisible();

  await act(page, name, 'Reactivate');
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
  await expect(row).toContainText('Active');
  await fillLogin(desk, { email: person.email, password: own });
  await expect(desk).toHaveURL(pathOf('/company/jobs'));
});

test('an invited employee chooses a password from the mail, once', async ({ page, signInAs, newVisitor, mailedPath }) => {
  const person = newPerson({ firstName: 'Ines', lastName: 'Vited' });
  await signInAs('companyadmin');
  await invite(page, person);
  await page.getByRole('searchbox', { name: 'Search employees' }).fill(person.email);
  await expect(page.getByRole('row', { name: /Ines Vited/ })).toContainText('Invited');

  await test.step('an administrator reads the same in the company list', async () => {
    const admin = await newVisitor();
    await signInAs('superadmin', admin);
    await admin.goto('/admin/company-list?q=Prairie+Freight');
    await admin.getByRole('button', { name: 'Details for Prairie Freight', exact: true }).click();
    const people = admin.getByRole('region', { name: 'Employees' });
    await expect(people.getByText(person.email)).toBeVisible();
    await expect(people.getByText('Invited').first()).toBeVisible();
  });

  const link = await mailedPath(person.email, '/join');
  const phone = await newVisitor({ viewport: { width: 390, height: 844 } });
  await phone.goto(link);
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(/^Join /);
  await phone.getByLabel('Password', { exact: true }).fill(own);
  await phone.getByLabel('Confirm password').fill(own);
  await phone.getByRole('button', { name: 'Join' }).click();
  await expect(phone).toHaveURL(pathOf('/company/jobs'));
  const again = await newVisitor();
  await again.goto(link);
  await expect(again.getByRole('heading', { name: 'This invitation has expired or was already used' })).toBeVisible();
});

test('an invited driver joins with the account there is, and stays a driver', async ({
  page,
  signInAs,
  newVisitor,
  mailedPath,
  checkAccessibility,
}) => {
  const person = newPerson({ firstName: 'Drew', lastName: 'Both' });
  const phone = await newVisitor({ viewport: { width: 390, height: 844 } });
  await registerDriver(phone, person);
  await phone.context().clearCookies({ name: 'refreshToken' });
  await signInAs('companyadmin');
  await invite(page, person);
  const invited = page.getByRole('region', { name: 'Invited' }).getByRole('listitem').filter({ hasText: person.email });
  await expect(invited).toContainText('Drew Both');
  await expect(invited.getByText('Invited', { exact: true })).toBeVisible();
  await checkAccessibility();

  await test.step('the list tells whose link works no more', async () => {
    await page.route('**/trpc/**employees.invitations**', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"isOver":false', '"isOver":true') });
    });
    await page.reload();
    await expect(invited.getByText('Expired', { exact: true })).toBeVisible();
    await expect(invited).toContainText('The link has expired. Send it again.');
    await checkAccessibility();
    await page.unroute('**/trpc/**employees.invitations**');
  });

  await phone.goto(await mailedPath(person.email, '/join'));
  await expect(phone.getByText(person.email)).toBeVisible();
  await phone.getByLabel('Password', { exact: true }).fill('Wrong-Haul#2026');
  await phone.getByRole('button', { name: 'Join' }).click();
  await expect(phone.getByText(en.errors.wrongLogin).first()).toBeVisible();
  await phone.getByLabel('Password', { exact: true }).fill(person.password);
  await phone.getByRole('button', { name: 'Join' }).click();
  await expect(phone).toHaveURL(pathOf('/company/jobs'));
  await phone.goto('/members/home');
  await expect(phone).toHaveURL(pathOf('/members/home'));

  await page.reload();
  await page.getByRole('searchbox', { name: 'Search employees' }).fill(person.email);
  await expect(page.getByRole('row', { name: /Drew Both/ })).toContainText('Active');
  await expect(invited).toHaveCount(0);
});

test('a person who would overwrite another change sees both', async ({ page, signInAs, newVisitor }) => {
  const person = newPerson({ firstName: 'Conny', lastName: 'Flict' });
  await signInAs('companyadmin');
  await invite(page, person);
  const other = await newVisitor();
  await signInAs('companyadmin', other);
  for (const one of [page, other]) {
    await one.goto(`/company/settings/employees?q=${person.email}`);
    await act(one, 'Conny Flict', 'Edit');
  }
  await other.getByRole('dialog').getByLabel('First name').fill('Theirs');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByRole('dialog')).toHaveCount(0);

  const form = page.getByRole('dialog');
  await form.getByLabel('First name').fill('Mine');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const both = form.getByRole('table', { name: 'Both versions' }).getByRole('row', { name: /First name/ });
  await expect(both).toContainText('Theirs');
  await expect(both).toContainText('Mine');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Mine Flict/ })).toBeVisible();
});

test('the last company admin stays one', async ({ page, signInAs }) => {
  await signInAs('invoice');
  await page.goto('/company/settings/employees');
  await act(page, 'Ivy Santos', 'Deactivate');
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('the last company admin');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('row', { name: /Ivy Santos/ })).toContainText('Active');
});

test('an admin is made, changed, signed out and locked', async ({ page, signInAs, newVisitor, checkAccessibility }) => {
  const person = newPerson({ firstName: 'Adina', lastName: 'Minister' });
  await signInAs('superadmin');
  await page.goto('/admin/user-management');
  await page.getByRole('navigation', { name: 'User Management' }).getByRole('link', { name: 'Admins' }).click();
  await expect(page).toHaveURL(pathOf('/admin/user-management/admins'));
  await page.getByRole('button', { name: 'Add admin' }).click();
  const form = page.getByRole('dialog', { name: 'Add admin' });
  await form.getByLabel('First name').fill(person.firstName);
  await form.getByLabel('Last name').fill(person.lastName);
  await form.getByLabel('Email', { exact: true }).fill(person.email);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await choose(page, 'Role', 'News admin');
  await form.getByRole('button', { name: 'Add admin' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search admins' }).fill('adina min');
  const row = page.getByRole('row', { name: new RegExp(person.email) });
  await expect(row).toContainText('News admin');

  const desk = await newVisitor();
  await desk.goto('/login?role=admin');
  await fillLogin(desk, person);
  await expect(desk).toHaveURL(pathOf('/change-password'));

  const menu = () => row.getByRole('button', { name: 'Actions for Adina Minister' });
  await menu().click();
  await page.getByRole('menuitem', { name: 'Sessions' }).click();
  const sessions = page.getByRole('dialog', { name: 'Sessions for Adina Minister' });
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await checkAccessibility();
  await sessions.getByRole('button', { name: 'End all sessions' }).click();
  const question = page.getByRole('dialog', { name: 'End all sessions for Adina Minister?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await sessions.getByRole('button', { name: 'End all sessions' }).click();
  await question.getByRole('button', { name: 'End all sessions' }).click();
  await expect(sessions.getByText('No active sessions')).toBeVisible();
  await page.keyboard.press('Escape');
  await desk.goto('/account');
  await expect(desk).toHaveURL(pathOf('/login'));

  await menu().click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Lock' }).click();
  await expect(row).toContainText('Locked');
  await desk.goto('/login?role=admin');
  await fillLogin(desk, person);
  await expect(desk.getByText('This account is locked').first()).toBeVisible();
});

test('applicants come with what they sent', async ({ page, signInAs }) => {
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
