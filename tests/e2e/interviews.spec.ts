import type { Page } from '@playwright/test';
import { applyAsDriver, type Person } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';

const phoneOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The address has to be verified, because only then is a proposal emailed. */
async function verifyAddress(page: Page, emailedPath: (to: string, path: string) => Promise<string>, driver: Person) {
  await page.goto(await emailedPath(driver.email, '/email/validation'));
  await expect(page).toHaveURL(/\/email\/validation\/success/);
}

async function openInterviews(page: Page, applicantId: string, driver: Person) {
  await page.goto(`/company/applicants?applicant=${applicantId}&panel=interviews`);
  return page.getByRole('dialog').filter({ hasText: driver.email });
}

/** A day and hour that no other test proposes, because times of the same person can be taken. */
const localTime = (days: number, hour: string) =>
  `${new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)}T${hour}`;

test('a driver chooses a proposed time by the link of the email, and cancels it in the members area', async ({
  page,
  newVisitor,
  signInAs,
  emailedPath,
}) => {
  await signInAs('companyadmin');
  const phone = await newVisitor(phoneOptions);
  const { driver, applicantId } = await applyAsDriver(phone, page, { firstName: 'Ines', lastName: 'Interviewee' });
  await verifyAddress(phone, emailedPath, driver);

  await test.step('propose two times', async () => {
    const drawer = await openInterviews(page, applicantId, driver);
    await drawer.getByRole('button', { name: 'Propose an interview' }).click();
    const form = page.getByRole('form', { name: 'Propose an interview' });
    await expectAccessible(page);
    await form.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Video call' }).click();
    await form.getByRole('textbox', { name: 'Time 1' }).fill(localTime(20, '07:15'));
    await form.getByRole('textbox', { name: 'Time 2' }).fill(localTime(20, '07:15'));
    await form.getByRole('button', { name: 'Send to driver' }).click();
    await expect(form.getByText('Each proposed time must be different')).toBeVisible();
    await form.getByRole('textbox', { name: 'Time 2' }).fill(localTime(20, '08:15'));
    await form.getByLabel('Video call link').fill('nowhere');
    await form.getByRole('button', { name: 'Send to driver' }).click();
    await expect(form.getByText('Enter a video call link that starts with https://')).toBeVisible();
    await form.getByLabel('Video call link').fill('https://meet.example/omaha');
    await form.getByRole('button', { name: 'Send to driver' }).click();
    await expect(drawer.getByText('Waiting for the driver')).toBeVisible();
  });

  await test.step('choose a time without signing in', async () => {
    const visitor = await newVisitor(phoneOptions);
    await visitor.goto(await emailedPath(driver.email, '/interview'));
    const section = visitor.getByRole('region', { name: /^Choose a time for your interview/ });
    await expect(section.getByRole('button', { name: /AM/ })).toHaveCount(2);
    await expectAccessible(visitor);
    await section.getByRole('button', { name: /AM/ }).first().tap();
    await expect(visitor.getByRole('region', { name: /^Interview with/ }).getByText('https://meet.example/omaha')).toBeVisible();
    await expectAccessible(visitor);
    await visitor.goto('/interview?token=unknown');
    await expect(visitor.getByText('This link no longer works')).toBeVisible();
  });

  await test.step('the company sees the time', async () => {
    await page.reload();
    const drawer = page.getByRole('dialog').filter({ hasText: driver.email });
    await expect(drawer.getByText('Scheduled', { exact: true })).toBeVisible();
    await drawer.getByRole('tab', { name: 'Timeline' }).click();
    await expect(drawer.getByText(/^The driver chose .+ for the interview$/)).toBeVisible();
  });

  await test.step('cancel', async () => {
    await phone.goto('/members/home');
    await phone.getByRole('button', { name: 'Cancel interview' }).tap();
    const dialog = phone.getByRole('dialog');
    await dialog.getByLabel('Message (optional)').fill('I found another job');
    await dialog.getByRole('button', { name: 'Cancel interview' }).tap();
    await expect(phone.getByRole('region', { name: /^Interview with/ })).toHaveCount(0);
    const drawer = await openInterviews(page, applicantId, driver);
    await expect(drawer.getByText('I found another job')).toBeVisible();
  });
});

test('of two drivers who choose the same time, one gets it, and the other reads that it is taken', async ({
  page,
  newVisitor,
  signInAs,
}) => {
  await signInAs('companyadmin');
  const drivers = [await newVisitor(phoneOptions), await newVisitor(phoneOptions)];
  const applicants = [
    await applyAsDriver(drivers[0]!, page, { firstName: 'Ada', lastName: 'Early' }),
    await applyAsDriver(drivers[1]!, page, { firstName: 'Leo', lastName: 'Later' }),
  ];
  const form = page.getByRole('form', { name: 'Propose an interview' });
  const proposeRoadTest = async (time: string) => {
    await form.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Road test' }).click();
    await form.getByRole('textbox', { name: 'Time 2' }).fill(time);
    await form.getByRole('button', { name: 'Remove time 1' }).click();
    await expect(form.getByRole('textbox', { name: 'Time 1' })).toHaveValue(time);
    await expect(form.getByRole('textbox', { name: 'Time 1' })).toBeFocused();
    await form.getByRole('button', { name: 'Add another time' }).click();
    await form.getByRole('textbox', { name: 'Time 2' }).fill(localTime(30, '10:00'));
    await expect(form.getByRole('textbox', { name: 'Time 2' })).toBeFocused();
    await form.getByRole('button', { name: 'Remove time 2' }).click();
    await form.getByLabel('Address').fill('1 Dock Street, Omaha');
    await form.getByRole('button', { name: 'Send to driver' }).click();
  };
  for (const { driver, applicantId } of applicants) {
    const drawer = await openInterviews(page, applicantId, driver);
    await drawer.getByRole('button', { name: 'Propose an interview' }).click();
    await proposeRoadTest(localTime(21, '06:45'));
    await expect(drawer.getByText('Waiting for the driver')).toBeVisible();
  }

  await test.step('both choose', async () => {
    for (const driver of drivers) {
      await driver.goto('/members/home');
      await expect(driver.getByRole('region', { name: /^Choose a time for your road test/ }).getByRole('button')).toHaveCount(2);
    }
    await drivers[0]!.getByRole('button', { name: /AM/ }).tap();
    await expect(drivers[0]!.getByRole('region', { name: /^Road test with/ }).getByText('1 Dock Street')).toBeVisible();
    await drivers[1]!.getByRole('button', { name: /AM/ }).tap();
    await expect(drivers[1]!.getByText('None of the proposed times are still free.')).toBeVisible();
    await expect(drivers[1]!.getByRole('button', { name: 'Ask for other times' })).toBeVisible();
  });

  await test.step('the company reads that no time is left, and cannot propose the same one', async () => {
    const { driver, applicantId } = applicants[1]!;
    const drawer = await openInterviews(page, applicantId, driver);
    await expect(drawer.getByText('None of these times are free anymore. Propose others.')).toBeVisible();
    await drawer.getByRole('button', { name: 'Propose other times' }).click();
    // The address is kept, and the times are suggested anew.
    await expect(form.getByLabel('Address')).toHaveValue('1 Dock Street, Omaha');
    await proposeRoadTest(localTime(21, '06:45'));
    await expect(form.getByText('You’re meeting another driver at this time')).toBeVisible();
    await form.getByRole('textbox', { name: 'Time 1' }).fill(localTime(22, '06:45'));
    await form.getByRole('button', { name: 'Send to driver' }).click();
    await expect(drawer.getByText('None of these times are free anymore')).toHaveCount(0);
  });
});

test('a recruiter records a no-show in the list of past interviews, and takes it back', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  await page.goto('/company/interviews');
  await page.getByText('Past', { exact: true }).click();
  await expect(page).toHaveURL(/show=past/);
  const button = page.getByRole('button', { name: /^Mark as no-show/ });
  await expect(button.first()).toBeVisible();
  const shown = await button.count();
  await button.first().click();
  await expect(page.getByText('Marked as a no-show')).toBeVisible();
  await expect(button).toHaveCount(shown - 1);
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /^Undo no-show/ })
    .first()
    .click();
  await expect(page.getByText('No longer a no-show')).toBeVisible();
  await expect(button).toHaveCount(shown);
});
