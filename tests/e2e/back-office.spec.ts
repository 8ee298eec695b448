import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { chooseOption, chooseAddress } from './fields.ts';
import { fillLogin, newPerson } from './people.ts';
import { expect, test } from './test.ts';

const uniqueSuffix = () => Date.now().toString(36);

async function findCompany(page: Page, name: string): Promise<void> {
  await page.goto(`/admin/company-list?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
}

async function createCompany(page: Page, name: string, employer = newPerson()) {
  await page.goto('/admin/company-list');
  await page.getByRole('link', { name: 'Create company' }).click();
  await page.getByLabel('Company name').fill(name);
  await chooseOption(page, 'Size', '11-20 employees');
  await page.getByLabel('Billing email').fill('ap@bluemesa.example');
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('4355550188');
  const zip = page.getByLabel('ZIP code');
  await expect(zip).toBeDisabled();
  await chooseAddress(page, 'Address', '100 S State St, Salt Lake City, UT 84111');
  await expect(zip).toHaveValue('84111');
  await page.getByLabel('First name').fill(employer.firstName);
  await page.getByLabel('Last name').fill(employer.lastName);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(employer.email);
  await page.getByLabel('Employer phone').fill(employer.phone);
  await page.getByLabel(/^Password/).fill(employer.password);
  await page.getByRole('button', { name: 'Create company' }).click();
  await expect(page.getByText(`${name} created`)).toBeVisible();
  return employer;
}

test('an administrator creates, activates and cancels a company, and its employer signs in and is notified', async ({
  page,
  signInAs,
  newVisitor,
  emailedPath,
}) => {
  const name = `Blue Mesa ${uniqueSuffix()}`;
  await signInAs('superadmin');
  const employer = await createCompany(page, name);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('Inactive');
  await expect(row).toContainText('Enterprise');

  await test.step('the row’s details show employees and jobs', async () => {
    await row.getByRole('button', { name: /details/i }).click();
    await expect(page.getByRole('region', { name: 'Employees' })).toContainText(employer.email);
    await expect(page.getByRole('region', { name: 'Jobs' })).toContainText('No jobs yet.');
  });

  await test.step('canceling impersonation stays on the company list', async () => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Impersonate…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Impersonate a user' });
    await expect(dialog.getByRole('combobox', { name: 'Select company' })).toHaveValue(name);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/admin\/company-list/);
  });

  await test.step('the employer verifies the email and must choose a new password', async () => {
    const visitor = await newVisitor();
    await visitor.goto(await emailedPath(employer.email, '/email/validation'));
    await expect(visitor).toHaveURL(/\/email\/validation\/success/);
    await visitor.goto('/login');
    await fillLogin(visitor, employer);
    await expect(visitor).toHaveURL(/\/change-password/);
  });

  await test.step('each status change explains its effect and asks for confirmation', async () => {
    const changeStatus = async (action: string, explanation: RegExp) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(name);
      await expect(dialog).toContainText(explanation);
      await dialog.getByRole('button', { name: action }).click();
      await expect(dialog).toBeHidden();
    };
    await changeStatus('Activate', /will be able to post jobs/);
    await expect(row).toContainText('Active');
    await changeStatus('Cancel company', /This removes its jobs from search/);
    await expect(row).toContainText('Cancelled');
    expect(await emailedPath(employer.email, '/company/jobs')).toBe('/company/jobs');
  });

  await test.step('the audit log lists every change', async () => {
    await page.goto(`/admin/audit?filters=${encodeURIComponent(JSON.stringify([['company', 'ilike', name]]))}`);
    await expect(page.getByRole('row', { name: /Company status changed/ })).toHaveCount(2);
    await expect(page.getByRole('row', { name: /Company created/ })).toContainText('Sofia Aldridge');
    await page
      .getByRole('row', { name: /Company status changed/ })
      .first()
      .getByRole('button', { name: /details/i })
      .click();
    await expect(page.getByText('Cancelled')).toBeVisible();
    await page.getByRole('button', { name: 'Filter by Action' }).click();
    await page.getByRole('searchbox', { name: 'Search Action' }).fill('company cr');
    await page.getByRole('checkbox', { name: 'Company created' }).check();
    await page.getByRole('button', { name: 'Apply filter' }).click();
    await expect(page.getByRole('row', { name: /Company status changed/ })).toHaveCount(0);
    await expect(page.getByRole('row', { name: /Company created/ })).toHaveCount(1);
  });
});

test('if two people edit a company, the second one sees both versions and loses nothing', async ({
  page,
  signInAs,
  newVisitor,
}) => {
  const name = `Two Hands ${uniqueSuffix()}`;
  await signInAs('superadmin');
  await createCompany(page, name);
  await findCompany(page, name);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit company' }).click();
  const otherAdmin = await newVisitor();
  await signInAs('admin', otherAdmin);
  await otherAdmin.goto(page.url());
  const getForm = (adminPage: Page) => adminPage.getByRole('form', { name: 'Company', exact: true });

  await getForm(otherAdmin).getByLabel('Billing email').fill('other@twohands.example');
  await getForm(otherAdmin).getByLabel('Account manager').fill('S-1');
  await getForm(otherAdmin).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(otherAdmin.getByText('Updated successfully')).toBeVisible();

  await test.step('different fields: both edits are kept', async () => {
    await getForm(page).getByRole('checkbox', { name: 'Fair-chance employer' }).check();
    await getForm(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Updated successfully')).toBeVisible();
    await expect(getForm(page).getByLabel('Billing email')).toHaveValue('other@twohands.example');
  });

  await test.step('the same field: both versions are shown', async () => {
    await getForm(otherAdmin).getByLabel('Account manager').fill('S-2');
    await getForm(otherAdmin).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(otherAdmin.getByRole('checkbox', { name: 'Fair-chance employer' })).toBeChecked();
    await getForm(page).getByLabel('Account manager').fill('S-3');
    await getForm(page).getByRole('button', { name: 'Save', exact: true }).click();
    const versionTable = page.getByRole('table', { name: 'Both versions' });
    await expect(versionTable.getByRole('row', { name: /Account manager/ })).toContainText('S-2');
    await expect(versionTable.getByRole('row', { name: /Account manager/ })).toContainText('S-3');
    await page.getByRole('button', { name: 'Use the saved version' }).click();
    await expect(getForm(page).getByLabel('Account manager')).toHaveValue('S-2');
  });
});

test("support answers a company's question about a job, and both sides can read it", async ({ page, signInAs, newVisitor }) => {
  const subject = `Not in the feed ${uniqueSuffix()}`;
  await signInAs('companyadmin');
  await page.goto('/company/jobs');
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Contact support' }).click();
  const dialog = page.getByRole('dialog', { name: 'Contact support' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Enter a subject')).toBeVisible();
  await dialog.getByLabel('Subject').fill(subject);
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Is it on its way?');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { name: subject })).toBeVisible();

  const support = await newVisitor();
  await signInAs('superadmin', support);
  await support.goto('/admin/messages');
  await support.getByRole('link', { name: subject }).click();
  await support.getByRole('textbox', { name: 'Message' }).fill('It is there by noon.');
  await support.getByRole('button', { name: 'Send' }).click();
  await expect(support.getByRole('list', { name: 'Messages' })).toContainText('It is there by noon.');

  await page.goto('/company/messages');
  await expect(page.getByRole('row', { name: new RegExp(subject) })).toContainText('Answered');
  await page.getByRole('link', { name: subject }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('It is there by noon.');
});

test('a company’s log and the company list download completely', async ({ page, signInAs, newVisitor }) => {
  await signInAs('companyadmin');
  await page.goto('/company/jobs');
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Company log' }).click();
  await expect(page.getByRole('heading', { name: 'Company log' })).toBeVisible();

  const admin = await newVisitor();
  await signInAs('superadmin', admin);
  await admin.goto('/admin/company-list?size=10');
  await expect(admin.getByRole('table', { name: 'Companies' })).toBeVisible();
  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^companies-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(lines[0]).toContain('Company,Status,Type,Billing,Jobs,Active jobs,Phone');
  const total = /of ([\d,]+)/.exec(await admin.getByText(/^1–10 of/).innerText())?.[1]?.replaceAll(',', '');
  expect(lines.length - 2).toBe(Number(total));
});

test("the company list links to a company's jobs, and sorting keeps the filter", async ({ page, signInAs }) => {
  await signInAs('superadmin');
  await page.goto('/admin/company-list?sort=-total_active_jobs');
  const actions = page.getByRole('button', { name: /^Actions for/ }).first();
  const name = (await actions.getAttribute('aria-label'))?.replace('Actions for ', '') ?? '';
  const activeJobCount = await page.getByRole('row').nth(1).getByRole('cell').nth(6).innerText();
  const totalText = page.getByText(new RegExp(`of ${activeJobCount}$`));
  await actions.click();
  await page.getByRole('menuitem', { name: 'Jobs', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Posted Jobs' })).toBeVisible();
  await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
  const jobs = page.getByRole('table', { name: 'Jobs' });
  const rows = jobs.locator('tbody').getByRole('row');
  await expect(rows.first()).toBeVisible();
  await expect(totalText).toBeVisible();
  await expect(jobs.getByRole('columnheader', { name: 'Company' })).toHaveCount(0);
  await page.getByRole('columnheader', { name: /^Job/ }).getByRole('button').first().click();
  await expect(page).toHaveURL(/company=.*sort=|sort=.*company=/);
  await expect(page.getByRole('columnheader', { name: /^Job/ })).toHaveAttribute('aria-sort', /ascending|descending/);
  await expect(totalText).toBeVisible();
  await expect(jobs.getByRole('columnheader', { name: 'Company' })).toHaveCount(0);
});

test('a long list scrolls with the page under a sticky header', async ({ page, signInAs }) => {
  await signInAs('superadmin');
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/admin/company-list?size=50');
  const table = page.getByRole('table', { name: 'Companies' });
  await expect(table).toBeVisible();
  const findScrollContainers = () =>
    table.evaluate((grid) => {
      const scrollContainers: string[] = [];
      for (let box = grid.parentElement; box && box !== document.body; box = box.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight)
          scrollContainers.push(box.className);
      }
      return scrollContainers;
    });
  expect(await findScrollContainers()).toEqual([]);
  await table.getByRole('row').nth(30).scrollIntoViewIfNeeded();
  await expect(table.getByRole('columnheader', { name: 'Company' })).toBeInViewport({ ratio: 1 });
  const isHeaderOnTop = await table.getByRole('columnheader', { name: 'Company' }).evaluate((head) => {
    const { left, top, width, height } = head.getBoundingClientRect();
    return head.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isHeaderOnTop).toBe(true);
});

const wideLists = {
  superadmin: ['admin/company-list', 'admin/invoices', 'admin/charges', 'admin/audit', 'admin/user-management', 'company/jobs'],
  companyadmin: ['company/jobs', 'company/settings/billing/order-history', 'company/settings/employees', 'company/settings/log'],
};
for (const [role, paths] of Object.entries(wideLists)) {
  test(`at 1366 pixels, no table of a ${role} overflows, and no badge or amount is cut off`, async ({ page, signInAs }) => {
    await signInAs(role);
    await page.setViewportSize({ width: 1366, height: 768 });
    for (const path of paths) {
      await page.goto(`/${path}`);
      const table = page.getByRole('table').first();
      await expect(table.locator('tbody tr').first()).toBeVisible();
      await expect(table).toHaveAttribute('aria-label', /./);
      const overflow = await table.evaluate((grid) => ({
        beyond: grid.getBoundingClientRect().right - (grid.parentElement?.parentElement?.getBoundingClientRect().right ?? 0),
        cut: [...grid.querySelectorAll('td *')]
          .filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'hidden')
          .filter((part) => !part.closest('[title]'))
          .map(({ textContent }) => textContent),
      }));
      expect(overflow, path).toEqual({ beyond: expect.any(Number), cut: [] });
      expect(overflow.beyond, path).toBeLessThanOrEqual(0.5);
    }
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`sticky cells are opaque when hovered and when selected, ${colorScheme}`, async ({ page, signInAs }) => {
    await page.emulateMedia({ colorScheme });
    await signInAs('companyadmin');
    await page.goto('/company/jobs');
    const row = page.getByRole('table', { name: 'Jobs' }).locator('tbody tr').first();
    const readBackgrounds = () =>
      row.evaluate((line) =>
        [...line.querySelectorAll('td')]
          .filter((cell) => getComputedStyle(cell).position === 'sticky')
          .map((cell) => getComputedStyle(cell).backgroundColor),
      );
    await row.hover();
    for (const background of await readBackgrounds()) expect(background).toMatch(/^rgb\(/);
    await row.getByRole('checkbox').check();
    expect(await readBackgrounds()).toHaveLength(2);
    for (const background of await readBackgrounds()) expect(background).toMatch(/^rgb\(/);
  });
}

test("an administrator edits, moves, disables and restores a company's job", async ({ page, signInAs }) => {
  await signInAs('superadmin');
  await page.goto('/admin/company-list?sort=-total_active_jobs');
  const row = page.getByRole('row').nth(1);
  await row.getByRole('button', { name: /details/i }).click();
  const jobs = page.getByRole('region', { name: 'Jobs' });
  const actions = jobs.getByRole('button', { name: /^Actions for/ }).first();
  const title = `Night Reefer Driver ${uniqueSuffix()}`;
  await actions.click();
  await page.getByRole('menuitem', { name: 'Edit job content' }).click();
  await page.getByLabel('Job title').fill(title);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Updated successfully')).toBeVisible();

  await page.goto('/admin/company-list?sort=-total_active_jobs');
  await row.getByRole('button', { name: /details/i }).click();
  const actionsButton = jobs.getByRole('button', { name: `Actions for ${title}` });
  await actionsButton.click();
  await page.getByRole('menuitem', { name: 'Disable job' }).click();
  await expect(page.getByRole('dialog')).toContainText(title);
  await page.getByRole('dialog').getByRole('button', { name: 'Disable job' }).click();
  await expect(page.getByText(`“${title}” disabled`)).toBeVisible();
  await actionsButton.click();
  await page.getByRole('menuitem', { name: 'Enable job' }).click();
  await expect(page.getByText(`“${title}” is live again`)).toBeVisible();
  await actionsButton.click();
  await page.getByRole('menuitem', { name: 'Change location' }).click();
  const detailsResponse = page.waitForResponse(/places\.details/);
  await chooseAddress(page, 'Job location', '1414 Harney St, Omaha, NE 68102');
  await detailsResponse;
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Updated successfully')).toBeVisible();
});
