import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * The files that count days of 24 hours, for technical periods. Days that a person or a job has paid for or waits for are
 * calendar days in a time zone (`addCalendarDays`), so billing and jobs are not here, with two exceptions.
 */
const filesWithElapsedDays = [
  // Sessions, links, keys and limits per day.
  'server/auth/social/login.ts',
  'server/company/account-invitation.ts',
  'server/settings/env.ts',
  'server/media/upload-row.ts',
  'server/messages/take-attachments.ts',
  'server/news/update-post.ts',
  'server/news/upload-image.ts',
  'server/rest/openapi.ts',
  'server/session/sessions.ts',
  'shared/applicants/interview.ts',
  'web/uploads/uploader.ts',
  // Retention and cleaning up.
  'server/ads/ad-media.ts',
  'server/company/upload-photos.ts',
  'server/audit/audit.ts',
  'server/deletion/close-company.ts',
  'server/deletion/sweep-companies.ts',
  'server/drivers/erase-driver.ts',
  'server/drivers/saved-searches/refresh-searches.ts',
  'server/jobs/job-media.ts',
  'server/mail/outbox.ts',
  'server/media/store-image.ts',
  'server/notifications/inbox.ts',
  // How long a browser keeps a draft.
  'web/drivers/apply-draft.ts',
  // Work of the worker and the gateway, once a day or within a day.
  'server/applicants/candidates.ts',
  'server/company/check-carrier.ts',
  'server/company/check-carriers-again.ts',
  'server/applicants/refresh-answer-times.ts',
  'server/billing/sweep-charges.ts',
  'server/checkout/claim-renewals.ts',
  'server/gateway/simulator/simulator.ts',
  'server/gateway/simulator/transaction-routes.ts',
  // A card expires at the end of a month in UTC, where every day has 24 hours.
  'shared/billing/cards.ts',
];

test('days of 24 hours are used only for technical periods', () => {
  const files = globSync(['server/**/*.ts', 'shared/**/*.ts', 'web/**/*.{ts,tsx}'])
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('server/demo/') && !file.includes('.test.'))
    .filter((file) => readFileSync(file, 'utf8').includes("from '#shared/days.ts'"));
  expect(files.toSorted()).toEqual(filesWithElapsedDays.toSorted());
});
