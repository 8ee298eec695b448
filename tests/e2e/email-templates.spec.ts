import { renderHtml, toPlainText } from '#server/mail/layout.ts';
import { type MailData, type MailTemplate, templates, writeEmail } from '#server/mail/outbox.ts';
import type { Receipt } from '#server/receipts/receipt.ts';
import type { Translator } from '#shared/texts/texts.ts';
import { expect, test } from './test.ts';

/** This value and those below are long and offer no place for a line break. */
const email = `${'konstantinopolitanische-spedition'.repeat(2)}@${'transcontinental-freight-lines'.repeat(2)}.example`;
const firstName = 'Bartholomew-Maximilian';
const companyName = 'Transcontinental-Refrigerated-Freight-Lines-Incorporated LLC';
const title = 'CDL-A-Regional-Refrigerated-Dedicated-Double-Triple-Driver-$1,650-Home-Weekly';
const place = 'Rancho Santa Margarita, CA';
const id = '01a1ea4c-beb1-712a-9b1a-afb2e0aaf5e6';
const token = 'Qm9yZWFsLWZyZWlnaHQtbGluZXMtdG9rZW4tdGhhdC1pcy1sb25n'.repeat(2);
const reason = 'Declined-by-the-issuer-without-a-reason-that-it-would-tell-anybody-else';
const futureDate = 'December 21, 2026';
const purchaseData = { firstName, title, place, jobId: id, until: futureDate, total: 12_345.67, invoice: 'INV-2026-000123' };
const receipt: Receipt = {
  kind: 'receipt',
  number: 'INV-2026-000123',
  status: 'paid',
  company: { name: companyName, address: ['1414 Harney St'], email },
  billedAt: '2026-11-21T12:00:00Z',
  dueAt: '2026-12-21T12:00:00Z',
  paidAt: '2026-11-21T12:00:00Z',
  voidedAt: null,
  paidWith: { card: { cardType: 'american express', maskedNumber: '371111*****1111' } },
  lines: Array.from({ length: 12 }, () => ({ description: `${title}, ${place}: 30 days`, amountCents: 1_234_567_89 })),
  totalCents: 1_234_567_89,
  refunds: [{ number: 'INV-2026-000123-R1', at: '2026-11-22T12:00:00Z', amountCents: 50_00, to: 'credit', reason }],
};

const startsAt = '2026-12-01T15:00:00Z';
const interview = { id, sequence: 1, startsAt, minutes: 90, kind: 'in_person' as const, place: `${place} ${place}` };

/** The data for every kind of email, with very long values. */
const sampleData: { [T in MailTemplate]: MailData[T] } = {
  verify_email: { firstName, token },
  email_taken: { firstName },
  email_change: { firstName, email },
  email_changed: { firstName, email },
  reset_code: { firstName, code: '123456' },
  sign_in_code: { code: '123456' },
  password_changed: { firstName },
  password_removed: { firstName },
  access_ended: { firstName },
  phone_lost: { firstName },
  password_set: { firstName, by: companyName },
  account_made: { firstName, by: firstName, where: companyName, token },
  admin_added: { firstName, name: companyName, email, companyName, isSuperAdmin: false },
  social_linked: { firstName, provider: 'Facebook', isPasswordVoid: true },
  factor_added: { firstName, name: place, kind: 'passkey' },
  factor_removed: { firstName, name: place, kind: 'totp', isLast: true },
  recovery_code_used: { firstName, left: 0 },
  recovery_codes_renewed: { firstName },
  account_deleted: { firstName },
  factors_reset: { firstName, by: companyName },
  early_factors_removed: { firstName },
  company_sign_in_linked: { firstName, companyName, isPasswordVoid: true },
  verify_company_email: { companyName, token, isChange: true },
  company_email_changed: { companyName, email },
  company_left: { firstName, companyName },
  company_closed: { firstName, companyName, days: 30 },
  company_erased: { firstName, companyName },
  join_company: { firstName, companyName, by: `${firstName} ${companyName}`, token },
  company_status: { firstName, companyName, status: 'Cancelled' },
  carrier_check: { firstName, companyName, outcome: 'rejected', usdotNumber: '12345678', reason: title },
  carrier_withdrawn: { companyName, usdotNumber: '12345678', companyId: id },
  job_disabled: { firstName, title, jobId: id, isDisabled: true },
  contact_message: { companyName, author: firstName, email, subject: title, title, message: email.repeat(3), id },
  job_alert: {
    firstName,
    driverId: id,
    searches: [
      {
        id,
        name: `${title} near ${place}`,
        path: `/jobs?query=${title}`,
        count: 12,
        jobs: Array.from({ length: 10 }, () => ({
          id,
          title,
          company: companyName,
          place,
          pay: 1650,
          salaryType: 'weekly' as const,
        })),
        stopPath: `/unsubscribe/search.${id}.${token}`,
      },
    ],
  },
  not_selected: { firstName, company: companyName, title },
  interview_proposed: {
    firstName,
    company: companyName,
    title,
    kind: 'in_person',
    minutes: 90,
    times: [startsAt, startsAt],
    link: token,
    zone: 'US/Central',
    note: email,
    isChange: true,
    earlier: interview,
    applicationId: id,
  },
  interview_scheduled: {
    firstName,
    company: companyName,
    title,
    link: token,
    note: email,
    zone: 'US/Central',
    applicationId: id,
    interview,
  },
  interview_canceled: {
    firstName,
    company: companyName,
    title,
    kind: 'road_test',
    answer: email,
    zone: 'US/Central',
    applicationId: id,
    interview,
  },
  interview_reminder: {
    firstName,
    company: companyName,
    title,
    applicationId: id,
    zone: 'US/Pacific',
    link: token,
    note: reason,
    interview,
  },
  applicant_interview_reminder: {
    firstName,
    applicant: `${firstName} ${companyName}`,
    title,
    applicationId: id,
    zone: 'US/Pacific',
    interview,
  },
  interview_account_deleted: { firstName, title, jobId: id, zone: 'US/Pacific', interview: { ...interview, place: null } },
  applicant_interview: {
    firstName,
    applicant: firstName,
    title,
    kind: 'in_person',
    change: 'declined',
    answer: email,
    zone: 'US/Central',
    applicationId: id,
    interview,
  },
  driver_message: { firstName, company: companyName, title, message: `${email.repeat(3)}\nLine two`, id },
  applicant_message: {
    firstName,
    applicant: firstName,
    title,
    message: email.repeat(3),
    files: ['CDL copy.pdf'],
    applicationId: id,
  },
  contact_answer: { firstName, subject: title, title, message: email.repeat(3), id },
  new_job: { firstName, title, jobIds: [id], places: [place], total: 800, invoice: 'INV-2026-000123', scheduled: true },
  renew_job: purchaseData,
  auto_renew_job: { ...purchaseData, next: futureDate },
  boost_job: purchaseData,
  failed_payments: { firstName, title, place, jobId: id, reason, total: 12_345.67, nextTry: futureDate },
  payment_declined: { firstName, title, reason, orderId: id },
  payment_not_taken: { firstName, title },
  invoice_issued: { receipt },
  payment_receipt: { receipt },
  refund_made: { receipt },
  invoice_reminder: { receipt, daysLate: 12 },
  invoice_voided: { receipt, reason },
  card_expiring: {
    companyName,
    card: { cardType: 'american express', maskedNumber: '371111*****1111' },
    expires: '12/26',
    isOver: false,
  },
  new_applicant: { firstName, applicant: `${firstName} ${firstName}`, title, place, jobId: id, applicationId: id },
  application_sent: { firstName, title, company: companyName, place },
  boosted_job: { firstName, title, company: companyName, place, jobId: id },
  mention: { firstName, author: firstName, applicant: firstName, title, note: email.repeat(3), applicationId: id },
  follow_ups_due: {
    firstName,
    company: companyName,
    followUps: [email.repeat(3), title].map((task) => ({
      task,
      applicant: firstName,
      title,
      applicationId: id,
      dueOn: '2026-12-01',
    })),
  },
  applicants_unanswered: {
    firstName,
    company: companyName,
    applicants: [title, email.repeat(3)].map((name) => ({
      applicant: firstName,
      title: name,
      applicationId: id,
      appliedOn: '2026-12-01',
    })),
  },
  daily_digest: {
    firstName,
    company: companyName,
    lines: (['new_application', 'mention', 'new_message', 'interview', 'follow_up', 'unanswered'] as const).map((kind) => ({
      kind,
      count: 2,
      jobId: id,
      title,
    })),
  },
  job_invitation: {
    firstName,
    title,
    company: companyName,
    place,
    jobId: id,
    pay: '$1,500 per week',
    reasons: [['Distance', 'Less than 10 miles from the job']],
  },
};

/** Collects every text in a value, the longest first. */
const collectTexts = (value: unknown): string[] =>
  (typeof value === 'object' && value ? Object.values(value).flatMap(collectTexts) : [String(value)]).sort(
    (one, next) => next.length - one.length,
  );

test('every text in an email comes from the catalogue or its data', () => {
  const t: Translator = Object.assign((key: string, _parameters?: object) => `‹${key}›`, { language: 'en' as const });
  for (const [template, templateData] of Object.entries(sampleData)) {
    const {
      receipt: _,
      action,
      links = [],
      sections = [],
      turnsOff: __,
      calendar,
      ...emailFields
    } = templates[template as MailTemplate](t, templateData as never, '');
    const filledTexts = collectTexts(templateData);
    const calendarTexts = calendar && { title: calendar.title, description: calendar.description };
    for (const line of collectTexts({
      ...emailFields,
      ...(action && { label: action.label }),
      links: links.map(({ label }) => label),
      sections: sections.map(({ heading, items, links: sectionLinks }) => ({
        heading,
        items: items.map(({ label, facts }) => ({ label, facts })),
        links: sectionLinks.map(({ label }) => label),
      })),
      ...calendarTexts,
    })) {
      const isExcerpt = filledTexts.some((dataText) => dataText.split('\n').some((part) => part.startsWith(line)));
      const remainingText = filledTexts.reduce(
        (remaining, part) => remaining.replaceAll(part, ''),
        line.replaceAll(/‹[\w.]+›/g, ''),
      );
      const untranslated = isExcerpt ? [] : (remainingText.match(/\p{L}{2,}/gu) ?? []);
      expect({ template, line, words: untranslated }).toEqual({ template, line, words: [] });
    }
  }
});

test('every email fits a phone 320 pixels wide and has a plain-text version', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const footer = {
    settings: 'https://haulboard.example/members/settings/notifications',
    unsubscribe: `https://haulboard.example/unsubscribe/boosted_job.${'a'.repeat(36)}.${'b'.repeat(22)}`,
    postalAddress: 'Haulboard, 1 Example Street, Omaha, NE 68102',
  };
  for (const [template, filled] of Object.entries(sampleData)) {
    const content = writeEmail(template, filled, 'https://haulboard.example', 'en');
    await page.setContent(renderHtml(content, 'en', footer));
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect({ template, width }).toEqual({ template, width: 320 });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(content.heading);
    expect(toPlainText(content, 'en', footer)).toContain(content.action?.url ?? content.heading);
  }
});
