import type { AddonType } from '#shared/catalogues.ts';
import { addonPriceCents, jobPriceCents, postingDays, toDollars, invoiceDueDays } from '#shared/billing/pricing.ts';
import { addonOrder, addonTexts, chosenTypes } from '#web/jobs/addons.ts';
import type { JobDraft } from '#web/jobs/steps.ts';
import type { Order } from './queries.ts';
import { jobDay, postingTimeOf } from '#shared/places/place-zone.ts';
import { t } from '#web/texts/app.ts';

/** The text for a company that pays by invoice, before it orders. With `postingDay` null the jobs are posted right away. */
export const beforeInvoice = (postingDay: string | null) =>
  postingDay
    ? { label: t('checkout.scheduleOnInvoice'), follows: t('checkout.yourJobsGoLivePosting', { postingDay }) }
    : { label: t('checkout.postOnInvoice'), follows: t('checkout.yourJobsGoLiveRight') };

/** The text after the order. */
export const afterInvoice = (postingDay: string | null): string =>
  postingDay
    ? t('checkout.yourJobsAreScheduled', { postingDay, invoiceDueDays })
    : t('checkout.yourJobsArePosted', { invoiceDueDays });

/** One item for a number of jobs. Amounts are dollars. */
export type SummaryLine = { name: string; quantity: number; each: number; amount: number };
export type Summary = { title: string; places: string[]; lines: SummaryLine[]; total: number };

const postingName = t('checkout.postingDaysDayJobPosting', { postingDays });
const nameOf = (type: AddonType | null) => (type ? addonTexts[type].label : postingName);

/** The price of the draft before there is an order. */
export function summaryOfDraft({ content, addresses, addons }: JobDraft): Summary {
  const quantity = addresses.length;
  const row = (name: string, cents: number): SummaryLine => ({
    name,
    quantity,
    each: toDollars(cents),
    amount: toDollars(cents * quantity),
  });
  const lines = [
    row(postingName, jobPriceCents),
    ...chosenTypes(addons).map((type) => row(addonTexts[type].label, addonPriceCents[type])),
  ];
  return {
    title: content.title.trim(),
    places: addresses.map(({ description }) => description),
    lines,
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
  };
}

/** The price of the order, at the prices when it was made. */
export function summaryOfOrder({ title, jobs, lines, total }: Pick<Order, 'title' | 'jobs' | 'lines' | 'total'>): Summary {
  const kinds = [null, ...addonOrder];
  const rows = kinds.flatMap((type) => {
    const ofKind = lines.filter(({ addonType }) => addonType === type);
    const prices = [...new Set(ofKind.map(({ amount }) => amount))];
    return prices.map((each) => {
      const quantity = ofKind.filter(({ amount }) => amount === each).length;
      return { name: nameOf(type), quantity, each, amount: each * quantity };
    });
  });
  const places = jobs.map(({ street1, city, state, postalCode }) =>
    [street1, city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  );
  return { title, places, lines: rows, total };
}

type Place = Parameters<typeof postingTimeOf>[0];

/** The date on which a job at the place will be posted, as MM/DD/YYYY. Null if it is posted as soon as it is paid. */
export function postingDayOf(place: Place | undefined, chosen: Date | string | null, now: number): string | null {
  const time = place && chosen ? postingTimeOf(place, chosen) : null;
  return place && time && time.getTime() > now ? jobDay(place, time) : null;
}
