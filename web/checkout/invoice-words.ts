import { invoiceDueDays } from '#shared/billing/pricing.ts';

/** What a company that pays by invoice reads before it orders; `postingDay` is null when the jobs go live right away. */
export const beforeInvoice = (postingDay: string | null) =>
  postingDay
    ? { label: 'Schedule on invoice', follows: `Your jobs go live on ${postingDay}.` }
    : { label: 'Post on invoice', follows: 'Your jobs go live right away.' };

/** What it reads afterwards. */
export const afterInvoice = (postingDay: string | null): string =>
  `Your jobs are ${postingDay ? `scheduled for ${postingDay}` : 'posted'}. The invoice is due in ${invoiceDueDays} days.`;
