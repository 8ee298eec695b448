import { startSlowNetwork } from '#tests/helpers/slow-network.ts';
import { readCodes, signInCodePattern, waitForCode } from './emailed-code.ts';
import { findJobToApplyTo } from './jobs.ts';
import { newPerson, randomIpOptions } from './people.ts';
import { baseAddress, expect, neighbours, test } from './test.ts';

/**
 * Applying without an account on a slow network that is interrupted (`docs/product/drivers.md#without-a-connection`): 400 kbit/s,
 * 5 % of the segments are lost, and all connections end five times.
 */
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const message = 'I can start on Monday. I have my own tools, and I know I-35 from Laredo to Duluth.';

test('nothing typed is lost on a slow network that is interrupted five times', async ({ newVisitor }) => {
  const network = await startSlowNetwork({ target: baseAddress(), bytesPerSecond: 50_000, loss: 0.05, seed: 7 });
  neighbours.add(network.url);
  const page = await newVisitor({ ...phone, ...randomIpOptions(), baseURL: network.url });
  const person = newPerson({ firstName: 'Ines', lastName: 'Slow' });
  const jobId = await findJobToApplyTo(page, baseAddress());
  const alert = page.getByRole('alert').first();
  const codeField = page.getByLabel('Code', { exact: true });

  /** Ends all connections while the action's request is on its way. The person sees that it failed, and tries again. */
  async function interrupt(procedure: string, at: 'request' | 'answer', act: () => Promise<unknown>): Promise<void> {
    const cut = network.cutAt(`/trpc/${procedure}`, at);
    await act();
    await cut;
    await expect(alert).toBeVisible();
    network.restore();
  }

  await test.step('the code is requested', async () => {
    await page.goto(`/jobs/${jobId}/apply`);
    await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
    await interrupt('auth.requestCode', 'answer', () => page.getByRole('button', { name: 'Continue', exact: true }).click());
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(codeField).toBeFocused();
  });

  await test.step('the code is checked', async () => {
    // The first request reached the server, so two codes were sent. The second is for the ticket that this page has.
    await interrupt('auth.checkCode', 'answer', async () =>
      codeField.fill(await waitForCode(person.email, signInCodePattern, 2)),
    );
    await expect(codeField).toHaveValue(/^\d{6}$/);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByLabel('First name')).toBeFocused();
  });

  const typed: Record<string, string> = {
    'First name': person.firstName,
    'Last name': person.lastName,
    'ZIP code': '75201',
    'Years of experience': '6',
  };
  const expectTyped = async () => {
    for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);
    await expect(page.getByLabel('CDL class')).toHaveValue('Class A');
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue(message);
    await expect(page.getByLabel('Phone')).toHaveValue(/\d{4}$/);
  };
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Phone').fill(person.phone);
  await page.getByLabel('CDL class').selectOption('Class A');
  await page.getByLabel('Message', { exact: true }).fill(message);
  const send = page.getByRole('button', { name: /^(Apply anyway|Apply)$/ });
  const sendByKey = () => send.press('Enter');

  await test.step('the account is created, and the answer is lost', async () => {
    await interrupt('auth.codeSignup', 'answer', sendByKey);
    await expectTyped();
  });
  await test.step('the profile is saved', async () => {
    await interrupt('drivers.updateProfile', 'request', sendByKey);
    await expectTyped();
  });
  await test.step('the application is sent, and the answer is lost', async () => {
    await interrupt('drivers.applyTo', 'answer', sendByKey);
    await expectTyped();
  });

  await send.press('Enter');
  await expect(page.getByRole('heading', { name: 'Application sent' })).toBeVisible();
  await network.close();

  await test.step('there is one account with one application and all that was typed', async () => {
    expect(await readCodes(person.email, signInCodePattern)).toHaveLength(2);
    const token = await page.evaluate(() => localStorage.getItem('accessToken'));
    const read = async (path: string) => {
      const response = await page.request.get(`${baseAddress()}/api/1.0${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return (await response.json()) as { data: unknown };
    };
    expect(await read('/member/applications')).toMatchObject({ data: [{ job_id: jobId }] });
    const profile = { email: person.email, first_name: 'Ines', last_name: 'Slow', postal_code: '75201', years_of_experience: 6 };
    expect(await read('/member/profile')).toMatchObject({ data: profile });
  });
});
