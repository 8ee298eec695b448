import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { demoPassword } from '#server/demo/vocabulary.ts';
import { formatsIn } from '#shared/format.ts';
import { titleWithPlace } from '#shared/jobs/title-with-place.ts';
import { signInCodePattern, waitForCode } from './emailed-code.ts';
import { moveCursor } from './fields.ts';
import { applyAsDriver, newPerson, randomIpOptions, signInByApi } from './people.ts';
import { countSteps, estimateSeconds } from './step-counter.ts';
import { expect, test } from './test.ts';

const { money } = formatsIn('en');

/**
 * How many steps six everyday tasks take. A limit may only go down: it is what a person with a plan needs, and a task that
 * takes more has become slower for everyone.
 */

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function callApi<T>(page: Page, method: 'get' | 'post', path: string, data?: object): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const answer = await page.request[method](`/api/1.0${path}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(data ? { data } : {}),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { data: T }).data;
}

test('a recruiter signs up, posts a first job and pays for it', async ({ page, newVisitor, emailedPath }) => {
  const { steps, fill } = await countSteps(page, 'mouse');
  const person = newPerson();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  await page.goto('/jobs');
  await page.getByRole('link', { name: 'For employers' }).first().click();
  await page
    .getByRole('link', { name: /^Post a job/ })
    .first()
    .click();
  await fill(page.getByLabel('Email'), person.email);
  await press("Let's Go");
  await fill(page.getByLabel('Confirm email'), person.email);
  await fill(page.getByLabel('First name'), person.firstName);
  await fill(page.getByLabel('Last name'), person.lastName);
  await fill(page.getByLabel('Phone'), person.phone);
  await fill(page.getByLabel('Password', { exact: true }), person.password);
  await fill(page.getByLabel('Confirm password'), person.password);
  await press("Let's Go");
  await fill(page.getByLabel('Company name'), 'Counted Freight');
  await choose('Size', '6-10 employees');
  await press('Continue');
  await fill(page.getByRole('combobox', { name: 'Address' }), '100 S State St, Salt Lake City, UT 84111');
  await page.getByRole('option', { name: '100 S State St' }).first().click();
  await press('Create company');

  await page.getByRole('link', { name: 'Create New Job' }).first().click();
  await fill(page.getByLabel('Job title'), 'Tanker driver');
  await press('Fill in');
  await choose('Required experience', '1-2 years');
  await choose('Home time', 'Every weekend');
  await fill(page.getByLabel('Job description'), 'Haul water and fuel between Moab and Price.');
  await press('Continue to locations');
  await page.getByRole('button', { name: /^Use company address/ }).click();
  await press('Continue to add-ons');
  await page.getByRole('radio', { name: 'No add-ons' }).check();
  await press('Continue to payment');

  const notice = page.getByRole('note').filter({ hasText: 'Verify' });
  await expect(notice).toBeVisible();
  const mailProgram = await newVisitor();
  await mailProgram.goto(await emailedPath(person.email, '/email/validation'));
  steps.presses += 1;
  await expect(notice).toBeHidden();
  const card = page.frameLocator('iframe');
  await fill(card.getByLabel('Card number'), '4111111111111111');
  await fill(card.getByLabel('Expiration date'), '12/30');
  await fill(card.getByLabel('Security code'), '123');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('link', { name: 'View public page' })).toBeVisible();
  expect(steps.presses).toBeLessThanOrEqual(22);
});

test('a driver who is new finds a job on a phone and applies', async ({ newVisitor }) => {
  const page = await newVisitor({ ...phone, ...randomIpOptions() });
  const { steps, fill, select } = await countSteps(page, 'finger');
  const person = newPerson({ firstName: 'Dee', lastName: 'Fort' });
  await page.goto('/jobs');
  await page.getByRole('link', { name: 'Job, company or place' }).tap();
  await fill(page.getByLabel('Where'), 'Dallas');
  // The suggested places may cover the button by now, so this presses the keyboard's Search key.
  await page.getByLabel('Where').press('Enter');
  steps.presses += 1;
  await page.getByRole('heading', { level: 3 }).getByRole('link').first().tap();
  await page.getByRole('link', { name: 'Apply' }).first().tap();
  await fill(page.getByLabel('Email'), person.email);
  await page.getByLabel('Email').press('Enter');
  steps.presses += 1;
  const codeField = page.getByLabel('Code', { exact: true });
  await expect(codeField).toBeFocused();
  // The last digit sends the code.
  await fill(codeField, await waitForCode(person.email, signInCodePattern));
  const firstName = page.getByLabel('First name');
  await expect(firstName).toBeFocused();
  await fill(firstName, person.firstName);
  await fill(page.getByLabel('Last name'), person.lastName);
  await fill(page.getByLabel('Phone'), person.phone);
  await fill(page.getByLabel('ZIP code'), '75201');
  await select(page.getByLabel('CDL class'), 'Class A');
  await fill(page.getByLabel('Years of experience'), '6');
  await page.getByRole('button', { name: /^(Apply anyway|Apply)$/ }).tap();
  await expect(page.getByRole('heading', { name: 'Application sent' })).toBeVisible();
  expect(steps.presses).toBeLessThanOrEqual(12);
  expect(estimateSeconds(steps)).toBeLessThanOrEqual(90);

  await test.step('the second application takes three taps from the job', async () => {
    await page.goto('/jobs?location=Dallas&radius=500&sort=newest');
    const links = page.getByRole('heading', { level: 3 }).getByRole('link');
    await links.nth(1).click();
    await expect(page.getByRole('complementary', { name: 'Apply' })).toBeVisible();
    steps.presses = 0;
    await page.getByRole('link', { name: 'Apply', exact: true }).first().tap();
    await page.getByRole('button', { name: 'Review and send' }).tap();
    await page.getByRole('button', { name: /^(Apply anyway|Apply)$/ }).tap();
    await expect(page.getByRole('heading', { name: 'Application sent' })).toBeVisible();
    expect(steps.presses).toBeLessThanOrEqual(3);
  });
});

type GeneratedJob = { title: string; city: string; state: string; total_applicants: number };

test('a recruiter works through the applicants of one job', async ({ page }) => {
  const { steps, fill } = await countSteps(page, 'mouse');
  await signInByApi(page, { email: 'owner-1-0@generated.example', password: demoPassword });
  const jobs = await callApi<GeneratedJob[]>(page, 'get', '/jobs?limit=100');
  const [job] = jobs.toSorted((a, b) => b.total_applicants - a.total_applicants);
  if (!job) throw new Error('The generated company has no jobs');
  expect(job.total_applicants).toBeGreaterThan(45);
  await page.goto('/company/jobs');
  await page.getByRole('link', { name: 'Applicants', exact: true }).first().click();
  const table = page.getByRole('table', { name: 'Applicants' });
  const jobChoice = page.getByRole('combobox', { name: 'Job', exact: true });
  await jobChoice.click();
  await fill(jobChoice, job.title);
  await page.getByRole('option', { name: titleWithPlace(job), exact: true }).click();
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  await page.getByRole('option', { name: '50', exact: true }).click();
  const boxes = table.locator('tbody').getByRole('checkbox');
  const selectRange = async (first: number, last: number) => {
    await boxes.nth(first).click();
    await boxes.nth(last).click({ modifiers: ['Shift'] });
  };
  const moveTo = async (stage: string) => {
    await page.getByRole('button', { name: 'Move to' }).click();
    await page.getByRole('menuitem', { name: stage }).click();
  };

  await test.step('ten are not a fit', async () => {
    await selectRange(0, 9);
    await moveTo('Not a fit');
    await page.getByRole('dialog').getByRole('radio').first().check();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as not a fit' }).click();
    await expect(page.getByText(/^10 applicants/)).toBeVisible();
  });

  await test.step('twenty get a message, and these are contacted then', async () => {
    await selectRange(10, 29);
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByRole('textbox', { name: 'Message' }), 'Hi {{first_name}}, can you call us?');
    await dialog.getByRole('button', { name: /^Send/ }).click();
    await expect(dialog.getByText(/^20 messages/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('ten are moved on', async () => {
    await selectRange(30, 39);
    await moveTo('Contacted');
    await expect(page.getByText(/^10 applicants/)).toBeVisible();
  });

  await test.step('one is called', async () => {
    await table.locator('tbody').getByRole('link').first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('radiogroup', { name: 'Add to the timeline' }).getByText('Log a call').click();
    await fill(drawer.getByRole('textbox', { name: /^Call notes/ }), 'Wants to be home on weekends');
    await drawer.getByRole('button', { name: 'Log a call' }).click();
    await drawer.getByRole('button', { name: 'Close' }).click();
  });
  expect(steps.presses + steps.fields).toBeLessThanOrEqual(30);
});

test('an administrator finds a customer by the email and refunds a part', async ({ page, signInAs }) => {
  await signInAs('superadmin');
  // The customer names the invoice. Other tests of this company push older ones to other pages, and refund the oldest.
  await page.goto('/admin/invoices?view=paid&sort=billing_date');
  const paid = page.getByRole('row').filter({ hasText: 'Prairie Freight' }).nth(1);
  const number = (await paid.getByText(/^INV-\d{4}-\d{6}$/).textContent()) ?? '';
  const { steps, fill } = await countSteps(page, 'mouse');
  await page.goto('/admin/company-list');
  await fill(
    page
      .getByRole('searchbox')
      .or(page.getByRole('textbox', { name: /Search/ }))
      .first(),
    'companyadmin@demo.example',
  );
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Actions for Prairie Freight' }).click();
  await page.getByRole('menuitem', { name: 'Invoices' }).click();
  await fill(page.getByRole('searchbox', { name: 'Search invoices' }), number);
  await page.getByRole('button', { name: `Actions for ${number}` }).click();
  await page.getByRole('menuitem', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Partial' }).check();
  await fill(dialog.getByRole('textbox', { name: 'Amount' }), '50');
  await fill(dialog.getByLabel('Reason'), 'Down for a day');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByText(`${money(50)} refunded`)).toBeVisible();
  expect(steps.presses).toBeLessThanOrEqual(7);
});

test('a news author writes a post with a table and a picture, and schedules it', async ({ page, signInAs }) => {
  const { steps, fill } = await countSteps(page, 'mouse');
  await signInAs('newsadmin');
  await page.goto('/news?q=Life%20on%20the%20road');
  await page.getByRole('link', { name: 'Life on the road' }).first().click();
  await page.getByRole('button', { name: 'New post' }).click();
  await fill(page.getByRole('dialog').getByLabel('Title'), `Counted ${Date.now().toString(36)}`);
  await page.getByRole('button', { name: 'Write post' }).click();
  const editor = page.getByRole('textbox', { name: 'Post' });
  await editor.focus();
  await page.keyboard.type('Open again.');
  steps.fields += 1;
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Insert images' }).click(),
  ]);
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c45a14' } })
    .jpeg()
    .toBuffer();
  await chooser.setFiles({ name: 'pass.jpg', mimeType: 'image/jpeg', buffer: picture });
  await expect(editor.locator('img')).toHaveAttribute('src', /^\/media\/.+\.webp$/);
  await moveCursor(editor, 'Control+End');
  await page.getByRole('button', { name: /insert table/i }).click();
  await page.getByRole('button', { name: /2\s*[x×]\s*2/i }).click();
  await page.keyboard.type('Exit 174');
  steps.fields += 1;
  await expect(page.getByText(/^Saved at /)).toBeVisible();
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible();
  expect(steps.presses).toBeLessThanOrEqual(10);
});

test('a driver sees each answer of a company within a tap of the start page', async ({ page, signInAs, newVisitor }) => {
  await signInAs('companyadmin');
  const driverPage = await newVisitor({ ...phone, ...randomIpOptions() });
  const { steps } = await countSteps(driverPage, 'finger');
  const { applicantId } = await applyAsDriver(driverPage, page, { firstName: 'Nia', lastName: 'Near' });
  await callApi(page, 'post', `/applicants/${applicantId}/messages`, { body: 'Can you start on Monday?' });
  await callApi(page, 'post', `/applicants/${applicantId}/stage`, { stage: 'interview' });
  const bar = driverPage.getByRole('navigation').last();
  for (const [entry, answer] of [
    ['Applications', 'Interview'],
    ['Messages 1 unread', 'Can you start on Monday?'],
  ] as const) {
    await driverPage.goto('/members/home');
    await bar.getByRole('link', { name: entry, exact: true }).tap();
    await expect(driverPage.getByRole('main').getByText(answer)).toBeVisible();
    expect(steps.presses).toBe(1);
    steps.presses = 0;
  }
});
