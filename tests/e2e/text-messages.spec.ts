import type { Page } from '@playwright/test';
import { zoneOfPlace } from '#server/places/place-zone.ts';
import { simulatedToken } from '#server/sms/open-sms.ts';
import { signForm } from '#server/sms/signature.ts';
import { textingTime } from '#shared/messages/text-message.ts';
import { applyAsDriver, makePhone, omaha } from './people.ts';
import { baseAddress, expect, test } from './test.ts';

const honolulu = { city: 'Honolulu', state: 'HI', postal_code: '96813' };
const isDaytime = ({ state, postal_code: postalCode }: typeof omaha, now = new Date()) =>
  textingTime(zoneOfPlace({ state, postalCode, latitude: null, longitude: null }), now) <= now;

/** Calls the webhook as the text service does when a driver's phone sends a text. */
async function sendDriverText(page: Page, phone: string, body: string) {
  const form = new URLSearchParams({ MessageSid: `SM${Date.now()}${phone}`, From: `+1${phone}`, To: '+14025550100', Body: body });
  const path = '/api/webhooks/inbound-text';
  const token = simulatedToken(undefined, process.env['E2E_DATA_DIR'] ?? '');
  const signature = signForm(`${baseAddress()}${path}`, form, token);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature };
  const answer = await page.request.post(path, { headers, data: form.toString() });
  expect(answer.status()).toBe(200);
}

test('a driver agrees to texts, exchanges texts with a recruiter, and opts out, and the form shows it', async ({
  page,
  newVisitor,
  signInAs,
  checkAccessibility,
}) => {
  await signInAs('companyadmin');
  const driverPage = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const phone = makePhone('435');
  // Texts are sent only during the day. From 7 AM to 2 PM UTC it is night in both places, so the text waits.
  const home = isDaytime(omaha) ? omaha : honolulu;
  const { driver, applicantId } = await applyAsDriver(driverPage, page, {
    firstName: 'Tess',
    lastName: 'Texter',
    phone,
    home,
  });
  const messagesPath = `/company/applicants?applicant=${applicantId}&panel=messages`;
  const drawer = page.getByRole('dialog').filter({ hasText: driver.email });
  const textOption = drawer.getByRole('radio', { name: 'Text message' });

  await test.step('no consent yet', async () => {
    await page.goto(messagesPath);
    await expect(drawer.getByText('they haven’t agreed to text messages')).toBeVisible();
    await expect(textOption).toBeDisabled();
  });

  await test.step('agree', async () => {
    await driverPage.goto('/members/settings/notifications');
    const consent = driverPage.getByRole('checkbox', { name: /may send text messages/ });
    await consent.tap();
    await expect(driverPage.getByText(/^You agreed on .* Changing your phone number also turns it off/)).toBeVisible();
  });

  await test.step('text', async () => {
    await page.reload();
    await drawer.getByText('Text message', { exact: true }).click();
    await expect(textOption).toBeChecked();
    await drawer.getByPlaceholder('Write a message').fill('Can you start on Monday?');
    await expect(drawer.getByText(/^\d+ of 160 characters · 1 text$/)).toBeVisible();
    await checkAccessibility();
    await drawer.getByRole('button', { name: 'Send', exact: true }).click();
    const text = drawer.getByRole('listitem').filter({ hasText: 'Can you start on Monday?' });
    await expect(text).toContainText('by text');
    await expect(text).toContainText(isDaytime(home) ? / · (sent|delivered)$/ : 'will be sent on');
  });

  await test.step('answer', async () => {
    await sendDriverText(driverPage, phone, 'Yes, I can');
    await page.reload();
    // A reply belongs to the company that sent the latest text.
    if (isDaytime(home)) await expect(drawer.getByRole('listitem').filter({ hasText: 'Yes, I can' })).toContainText('by text');
  });

  await test.step('stop', async () => {
    await sendDriverText(driverPage, phone, 'STOP');
    await page.reload();
    await expect(drawer.getByText('because they replied STOP')).toBeVisible();
    await expect(textOption).toBeDisabled();
    await driverPage.reload();
    await expect(driverPage.getByText('Off because you replied STOP')).toBeVisible();
  });
});
