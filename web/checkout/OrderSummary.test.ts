import { describe, expect, test } from 'vitest';
import { addonPriceCents, jobPriceCents, toDollars } from '#shared/billing/pricing.ts';
import { emptyContent } from '#web/jobs/content-form.ts';
import type { JobDraft } from '#web/jobs/steps.ts';
import { summarizeDraft, summarizeOrder } from './OrderSummary.tsx';

const place = (city: string) => ({
  description: `${city}, NE, USA`,
  street1: null,
  city,
  state: 'NE',
  postalCode: null,
  country: 'US' as const,
  latitude: 41,
  longitude: -96,
});
const draft: JobDraft = {
  content: { ...emptyContent, title: ' Reefer driver ' },
  addresses: [place('Omaha'), place('Lincoln')],
  addons: { promote: true, boost: true, hyperlink: false, externalUrl: '' },
  hasSeenAddons: true,
  order: null,
};

describe('what is bought', () => {
  test('of a draft is priced per address', () => {
    const [job, promote, boost] = [jobPriceCents, addonPriceCents.promote, addonPriceCents.boost].map(toDollars) as [
      number,
      number,
      number,
    ];
    expect(summarizeDraft(draft)).toEqual({
      title: 'Reefer driver',
      places: ['Omaha, NE, USA', 'Lincoln, NE, USA'],
      lines: [
        { name: '30-day job posting', quantity: 2, unitPrice: job, amount: 2 * job },
        { name: 'Promote', quantity: 2, unitPrice: promote, amount: 2 * promote },
        { name: 'Boost', quantity: 2, unitPrice: boost, amount: 2 * boost },
      ],
      total: 2 * (job + promote + boost),
    });
  });

  test('of an order follows its own prices', () => {
    const line = (addonType: 'boost' | null, amount: number) => ({ description: '', jobId: null, addonType, amount });
    const lines = [line(null, 250), line(null, 250), line('boost', 150)];
    const summary = summarizeOrder({ title: 'Reefer driver', jobs: [], lines, total: 650 });
    expect(summary.lines).toEqual([
      { name: '30-day job posting', quantity: 2, unitPrice: 250, amount: 500 },
      { name: 'Boost', quantity: 1, unitPrice: 150, amount: 150 },
    ]);
    expect(summary.total).toBe(650);
  });
});
