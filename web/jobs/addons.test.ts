import { describe, expect, it } from 'vitest';
import { addonPriceCents, toDollars } from '#shared/billing/pricing.ts';
import { addonRequests, choicesOf, dueOf } from './addons.ts';

const addon = (addonType: 'promote' | 'boost' | 'hyperlink', more: { isPaid?: boolean; subscribed?: boolean } = {}) => ({
  id: addonType,
  addonType,
  cost: 100,
  subscribed: true,
  isPaid: true,
  jobHyperlink: addonType === 'hyperlink' ? 'https://carrier.example/apply' : null,
  ...more,
});

describe('the add-ons of a job that is edited', () => {
  it('start as they are', () => {
    expect(choicesOf([addon('promote', { subscribed: false }), addon('hyperlink')])).toEqual({
      promote: false,
      boost: false,
      hyperlink: true,
      externalUrl: 'https://carrier.example/apply',
    });
  });

  it('cost what is chosen and not paid', () => {
    const addons = [addon('promote'), addon('hyperlink', { isPaid: false })];
    expect(dueOf(addons, choicesOf(addons))).toBe(toDollars(addonPriceCents.hyperlink));
    expect(dueOf(addons, { ...choicesOf(addons), boost: true })).toBe(
      toDollars(addonPriceCents.hyperlink + addonPriceCents.boost),
    );
    expect(dueOf(addons, { ...choicesOf(addons), hyperlink: false })).toBe(0);
  });

  it('name every paid one, so that switching its renewal off is said', () => {
    const addons = [addon('promote'), addon('hyperlink', { isPaid: false })];
    expect(addonRequests({ ...choicesOf(addons), promote: false, hyperlink: false, boost: true }, addons)).toEqual([
      { addonType: 'promote', subscribed: false },
      { addonType: 'boost', subscribed: true },
    ]);
    expect(addonRequests({ ...choicesOf(addons), externalUrl: ' https://carrier.example/new ' }, addons)).toContainEqual({
      addonType: 'hyperlink',
      subscribed: true,
      externalUrl: 'https://carrier.example/new',
    });
  });
});
