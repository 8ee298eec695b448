import type { Locator, Page } from '@playwright/test';
import { applyAsDriver, makePhone, randomIpOptions } from './people.ts';
import { expect, test } from './test.ts';

/** Letters that no other run has. Names have no digits. */
const makeStamp = () =>
  Date.now()
    .toString(36)
    .replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');

/** Presses a key until the element has the focus. */
async function pressUntilFocused(page: Page, key: string, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 80 && !(await isFocused()); presses += 1) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}

async function chooseInMenu(page: Page, button: Locator, item: string): Promise<void> {
  await pressUntilFocused(page, 'Tab', button);
  await page.keyboard.press('Enter');
  await pressUntilFocused(page, 'ArrowDown', page.getByRole('menuitem', { name: item, exact: true }));
  await page.keyboard.press('Enter');
}

test('a recruiter moves applicants on the board and in bulk, and arranges an interview, with the keyboard only', async ({
  page,
  newVisitor,
  signInAs,
}) => {
  await signInAs('companyadmin');
  const lastName = `Keys${makeStamp()}`;
  for (const firstName of ['Ana', 'Ben'])
    await applyAsDriver(await newVisitor(randomIpOptions()), page, {
      firstName,
      lastName,
      phone: makePhone('402'),
    });
  const press = (key: string, target: Locator) => pressUntilFocused(page, key, target);
  const column = (name: string) => page.getByRole('region', { name, exact: true });

  await test.step('go through a column of the board', async () => {
    await page.goto(`/company/applicants?view=board&q=${lastName}`);
    await press('Tab', column('New').getByRole('button', { name: /^Ben/ }).first());
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText('1 of 2')).toBeVisible();
    await page.keyboard.press('j');
    await expect(drawer.getByText('2 of 2')).toBeVisible();
    await expect(drawer.getByText(`Ana ${lastName}`).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });

  await test.step('move a card', async () => {
    await chooseInMenu(page, page.getByRole('button', { name: `Ana ${lastName}’s stage: New` }), 'Contacted');
    await expect(column('Contacted').getByText(`Ana ${lastName}`)).toBeVisible();
    await expect(column('New').getByText(`Ana ${lastName}`)).toBeHidden();
  });

  await test.step('move the whole result, which asks with the count', async () => {
    await page.goto(`/company/applicants?q=${lastName}`);
    await press('Tab', page.getByRole('checkbox', { name: new RegExp(`Ana ${lastName}`) }));
    await page.keyboard.press('Space');
    await press('Tab', page.getByRole('button', { name: 'Select all 2' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Select only these 1' })).toBeVisible();
    await chooseInMenu(page, page.getByRole('button', { name: 'Move to' }), 'Interview');
    const dialog = page.getByRole('dialog', { name: 'Move 2 applicants to Interview?' });
    await press('Tab', dialog.getByRole('button', { name: 'Move' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 applicants changed.')).toBeVisible();
  });

  await test.step('propose an interview and find it in the list', async () => {
    await press('Tab', page.getByRole('link', { name: `Ana ${lastName}`, exact: true }));
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog').filter({ hasText: 'Timeline' });
    await press('Tab', drawer.getByRole('tab').first());
    await press('ArrowRight', drawer.getByRole('tab', { name: 'Interviews' }));
    await press('Tab', drawer.getByRole('button', { name: 'Propose an interview' }));
    await page.keyboard.press('Enter');
    await press('Tab', page.getByRole('button', { name: 'Send to driver' }));
    await page.keyboard.press('Enter');
    await expect(drawer.getByText('Waiting for the driver')).toBeVisible();
    await page.goto('/company/interviews');
    await press('Tab', page.getByRole('link', { name: `Ana ${lastName}` }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByText('Waiting for the driver')).toBeVisible();
  });
});

test('a recruiter merges a person’s two accounts, and saves, opens and deletes a view', async ({
  page,
  newVisitor,
  signInAs,
}) => {
  await signInAs('companyadmin');
  const stamp = makeStamp();
  const phone = makePhone('307');
  const first = await applyAsDriver(await newVisitor(randomIpOptions()), page, {
    firstName: 'Cleo',
    lastName: `Twin${stamp}`,
    phone,
  });
  const second = await applyAsDriver(await newVisitor(randomIpOptions()), page, {
    firstName: 'Cleo',
    lastName: `Twinn${stamp}`,
    phone,
  });

  await test.step('merge', async () => {
    await page.goto(`/company/applicants/${first.applicantId}`);
    const warning = page.getByRole('alert').filter({ hasText: 'Possible duplicates' });
    await expect(warning.getByText(`Cleo Twinn${stamp}`)).toBeVisible();
    await warning.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
    await expect(warning).toBeHidden();
    await page.reload();
    await expect(page.getByText('Also applied to')).toBeVisible();
  });

  await test.step('the timeline names the job of what happened with the other application', async () => {
    await page.goto(`/company/applicants/${second.applicantId}`);
    const entry = page.getByRole('tabpanel').getByText('Moved from New to Reviewed').locator('xpath=ancestor::*[2]');
    await page.getByRole('button', { name: /’s stage: New$/ }).click();
    await page.getByRole('menuitem', { name: 'Reviewed' }).click();
    await expect(entry).toBeVisible();
    await expect(entry).not.toContainText('Application for');
    await page.goto(`/company/applicants/${first.applicantId}`);
    await expect(entry).toContainText(/Application for .+ · /);
  });

  await test.step('save a view, open it and delete it', async () => {
    const view = `Twins ${stamp}`;
    await page.goto(`/company/applicants?q=Twin${stamp}`);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(view);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goto('/company/applicants');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: view }).click();
    await expect(page).toHaveURL(new RegExp(`q=Twin${stamp}`));
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: `Delete the view ${view}` }).click();
    await expect(page.getByRole('menuitem', { name: view })).toBeHidden();
  });
});

test('on a phone, the bulk bar stays above the bar with the entries', async ({ newVisitor, signInAs }) => {
  const phone = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await signInAs('companyadmin', phone);
  await phone.goto('/company/applicants');
  await phone.getByRole('main').getByRole('checkbox').first().tap();
  for (const name of ['Move to', 'Owner', 'Tag', 'Message'])
    await phone
      .getByRole('group', { name: 'Actions for the selected rows' })
      .getByRole('button', { name, exact: true })
      .tap({ trial: true });
});
