import { applyAsDriver } from './people.ts';
import { expect, test } from './test.ts';

test('a recruiter proposes an interview, the driver chooses a time on a phone, and cancels it later', async ({
  page,
  newVisitor,
  signInAs,
  emailedPath,
}) => {
  await signInAs('companyadmin');
  const phone = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { driver, applicantId } = await applyAsDriver(phone, page, { firstName: 'Ines', lastName: 'Interviewee' });

  await test.step('the driver verifies the address, because only then is a proposal emailed', async () => {
    await phone.goto(await emailedPath(driver.email, '/email/validation'));
    await expect(phone).toHaveURL(/\/email\/validation\/success/);
  });

  await test.step('propose two times', async () => {
    await page.goto(`/company/applicants?applicant=${applicantId}&panel=interviews`);
    const drawer = page.getByRole('dialog').filter({ hasText: driver.email });
    await drawer.getByRole('button', { name: 'Propose an interview' }).click();
    const form = page.getByRole('form', { name: 'Propose an interview' });
    await form.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Video call' }).click();
    await form.getByLabel('Video call link').fill('nowhere');
    await form.getByRole('button', { name: 'Send to driver' }).click();
    await expect(form.getByText('Enter a video call link that starts with https://')).toBeVisible();
    await form.getByLabel('Video call link').fill('https://meet.example/omaha');
    await form.getByRole('button', { name: 'Send to driver' }).click();
    await expect(drawer.getByText('Waiting for the driver')).toBeVisible();
  });

  await test.step('choose a time', async () => {
    await phone.goto(await emailedPath(driver.email, '/members/home'));
    const section = phone.getByRole('region', { name: /^Choose a time for your interview/ });
    await section.getByRole('button', { name: /AM/ }).first().tap();
    await expect(phone.getByRole('region', { name: /^Interview with/ }).getByText('https://meet.example/omaha')).toBeVisible();
  });

  await test.step('the company sees the time', async () => {
    await page.reload();
    const drawer = page.getByRole('dialog').filter({ hasText: driver.email });
    await expect(drawer.getByText('Scheduled', { exact: true })).toBeVisible();
    await drawer.getByRole('tab', { name: 'Timeline' }).click();
    await expect(drawer.getByText(/^The driver chose .+ for the interview$/)).toBeVisible();
  });

  await test.step('cancel', async () => {
    await phone.getByRole('button', { name: 'Cancel interview' }).tap();
    const dialog = phone.getByRole('dialog');
    await dialog.getByLabel('Message (optional)').fill('I found another job');
    await dialog.getByRole('button', { name: 'Cancel interview' }).tap();
    await expect(phone.getByRole('region', { name: /^Interview with/ })).toHaveCount(0);
    await page.goto(`/company/applicants?applicant=${applicantId}&panel=interviews`);
    await expect(page.getByText('I found another job')).toBeVisible();
  });
});
