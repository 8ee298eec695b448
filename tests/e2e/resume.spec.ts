import type { Page } from '@playwright/test';
import { fullResume, makeDocx, makePdf } from '#tests/helpers/resume-files.ts';
import { signInCodePattern, waitForCode } from './emailed-code.ts';
import { findJobToApplyTo, jobContent, postJob } from './jobs.ts';
import { newPerson, omaha, randomIpOptions, registerDriver, signInByApi } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';

/** Filling in from a resume and from an earlier application (`docs/product/drivers.md#filling-in-from-a-resume`). */
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const chooseResume = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Check what we found' });

test('a driver fills in the profile from a PDF on a phone', async ({ newVisitor }) => {
  const page = await newVisitor(phone);
  const driver = newPerson({ firstName: 'Ida', lastName: 'Marsh' });
  await registerDriver(page, driver);
  const token = await signInByApi(page, driver);
  await page.goto('/members/profile');
  await chooseResume(page, 'resume.pdf', await makePdf(fullResume));
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  await expectAccessible(page);

  await test.step('an answer that the form has is not replaced unless the driver says so', async () => {
    await expect(dialog.getByRole('checkbox', { name: /First name/ })).not.toBeChecked();
    await expect(dialog.getByText('Replaces: Ida')).toBeVisible();
    await expect(dialog.getByRole('checkbox', { name: /CDL class/ })).toBeChecked();
    await expect(dialog.getByText('From your resume: “CDL Class A with endorsements: Hazmat, Tanker”').first()).toBeVisible();
    await dialog.getByRole('checkbox', { name: /^What have you driven/ }).uncheck();
  });

  await dialog.getByRole('button', { name: 'Use these answers' }).tap();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('4 answers filled in. Check them before you continue.')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Ida');
  await expect(page.getByLabel('Location')).toHaveValue('Omaha, NE 68102');
  await expect(page.getByLabel('CDL class')).toHaveValue('Class A');
  await expect(page.getByLabel('Years of experience')).toHaveValue('4');
  await expect(page.getByRole('checkbox', { name: 'TWIC' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Dry Van' })).not.toBeChecked();

  await test.step('nothing is stored before the form is saved', async () => {
    const stored = await page.request.get('/api/1.0/member/profile', { headers: { authorization: `Bearer ${token}` } });
    expect(await stored.json()).toMatchObject({ data: { cdl_status: null, city: null, endorsements: [] } });
    await page.getByRole('button', { name: 'Save' }).tap();
    await expect(page.getByText('Updated').first()).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('CDL class')).toHaveValue('Class A');
    await expect(page.getByLabel('Location')).toHaveValue('Omaha, NE 68102');
    await expect(page.getByRole('checkbox', { name: 'TWIC' })).toBeChecked();
  });
});

test('a visitor applies with a DOCX, after a scan that was refused and lost nothing', async ({ newVisitor }) => {
  const page = await newVisitor({ ...phone, ...randomIpOptions() });
  const { email } = newPerson();
  const jobId = await findJobToApplyTo(page);
  await page.goto(`/jobs/${jobId}/apply`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('Code', { exact: true }).fill(await waitForCode(email, signInCodePattern));
  await expect(page.getByLabel('First name')).toBeFocused();

  await test.step('a scan is refused with the reason', async () => {
    await page.getByLabel('First name').fill('Marc');
    await page.getByLabel('ZIP code').fill('75201');
    const scan = await makePdf([], { content: [{ canvas: [{ type: 'rect', x: 0, y: 0, w: 90, h: 90 }] }] });
    await chooseResume(page, 'scan.pdf', scan);
    await expect(page.getByRole('alert').filter({ hasText: 'such as a scan or photo' })).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue('Marc');
    await expect(page.getByLabel('ZIP code')).toHaveValue('75201');
  });

  await chooseResume(page, 'resume.docx', makeDocx(fullResume));
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('checkbox', { name: /ZIP code/ })).not.toBeChecked();
  await dialog.getByRole('checkbox', { name: /First name/ }).check();
  await dialog.getByRole('checkbox', { name: /ZIP code/ }).check();
  await dialog.getByRole('button', { name: 'Use these answers' }).tap();
  await expect(dialog).toBeHidden();
  for (const [label, value] of [
    ['First name', 'Marcus'],
    ['Last name', 'Oyelaran'],
    ['ZIP code', '68102'],
    ['Phone', '(402)555-0143'],
  ] as const)
    await expect(page.getByLabel(label)).toHaveValue(value);

  await test.step('the answers survive a reload, as typed ones do', async () => {
    await page.reload();
    await expect(page.getByLabel('Last name')).toHaveValue('Oyelaran');
    await expect(page.getByLabel('ZIP code')).toHaveValue('68102');
  });

  await page.getByRole('button', { name: /^(Apply anyway|Apply)$/ }).click();
  await expect(page.getByRole('heading', { name: 'Application sent' })).toBeVisible();
});

test('a file that says nothing is told, and the keyboard closes the dialog', async ({ page }) => {
  const driver = newPerson();
  await registerDriver(page, driver);
  await signInByApi(page, driver);
  await page.goto('/members/profile');
  await chooseResume(page, 'invoice.docx', makeDocx(['Invoice 2031', 'Total due 400.00']));
  const dialog = page.getByRole('dialog', { name: 'We found nothing to fill in' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Fill in from a resume' })).toBeVisible();
});

test('a driver fills in answers from an earlier application', async ({ page, newVisitor, signInAs }) => {
  await signInAs('companyadmin');
  const [tanker, accidents] = ['Do you have tanker experience with milk?', 'How many accidents with milk?'];
  // Other tests apply to jobs of this company without answers.
  const ask = (type: string, text: string) => ({ type, text, choices: [], is_required: false });
  const asking = (...screening_questions: object[]) => ({ ...jobContent, screening_questions });
  const suffix = Date.now().toString(36);
  const earlierId = await postJob(page, `Milk A ${suffix}`, asking(ask('yes_no', tanker), ask('number', accidents)));
  const laterId = await postJob(
    page,
    `Milk B ${suffix}`,
    asking(ask('yes_no', tanker), ask('number', accidents), ask('text', 'Favorite milk?')),
  );

  const driverPage = await newVisitor(phone);
  const driver = newPerson({ firstName: 'Milo', lastName: 'Kane' });
  await registerDriver(driverPage, driver);
  const headers = { authorization: `Bearer ${await signInByApi(driverPage, driver)}` };
  const profile = { ...omaha, cdl_status: 'Class A', years_of_experience: 4 };
  await driverPage.request.patch('/api/1.0/member/profile', { headers, data: profile });
  const job = await driverPage.request.get(`/api/1.0/public/jobs/${earlierId}`);
  const { data } = (await job.json()) as { data: { screening_questions: { id: string }[] } };
  const values = [false, 2];
  const screening_answers = data.screening_questions.map(({ id }, n) => ({ question_id: id, value: values[n] }));
  const applied = await driverPage.request.post(`/api/1.0/jobs/${earlierId}/apply`, {
    headers,
    data: { screening_answers, message: 'I like milk.' },
  });
  expect(applied.ok(), await applied.text()).toBe(true);

  await driverPage.goto(`/apply/${laterId}`);
  const questions = driverPage.getByRole('region', { name: /^Questions from / });
  await questions.getByLabel(accidents).fill('3');
  await questions.getByRole('button', { name: /^Fill in 1 answer from your application to / }).tap();
  await expect(driverPage.getByText('1 answer filled in. Check it before you continue.')).toBeVisible();
  await expect(questions.getByRole('radio', { name: 'No', exact: true })).toBeChecked();
  await expect(questions.getByLabel(accidents)).toHaveValue('3');
  await expect(driverPage.getByLabel('Message', { exact: true })).toHaveValue('');
  await driverPage.getByRole('button', { name: /^Use your message to / }).tap();
  await expect(driverPage.getByLabel('Message', { exact: true })).toHaveValue('I like milk.');
  await expectAccessible(driverPage);
  await questions.getByLabel('Favorite milk?').fill('Oat');
  await driverPage.getByRole('button', { name: /^(Apply anyway|Apply)$/ }).click();
  await expect(driverPage.getByRole('heading', { name: 'Application sent' })).toBeVisible();
});
