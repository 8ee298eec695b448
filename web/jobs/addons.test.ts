import { describe, expect, it } from 'vitest';
import { addonPriceCents, toDollars } from '#shared/billing/pricing.ts';
import { toAddonRequests, getAddonChoices, getAmountDue } from './addons.ts';

const addon = (addonType: 'promote' | 'boost' | 'hyperlink', overrides: { isPaid?: boolean; subscribed?: boolean } = {}) => ({
  id: addonType,
  addonType,
  cost: 100,
  subscribed: true,
  isPaid: true,
  jobHyperlink: addonType === 'hyperlink' ? 'https://carrier.example/apply' : null,
  ...overrides,
});

describe('the add-ons of a job that is edited', () => {
  it('start as they are', () => {
    expect(getAddonChoices([addon('promote', { subscribed: false }), addon('hyperlink')])).toEqual({
      promote: false,
      boost: false,
      hyperlink: true,
      externalUrl: 'https://carrier.example/apply',
    });
  });

  it('cost what is chosen and not paid', () => {
    const addons = [addon('promote'), addon('hyperlink', { isPaid: false })];
    expect(getAmountDue(addons, getAddonChoices(addons))).toBe(toDollars(addonPriceCents.hyperlink));
    expect(getAmountDue(addons, { ...getAddonChoices(addons), boost: true })).toBe(
      toDollars(addonPriceCents.hyperlink + addonPriceCents.boost),
    );
    expect(getAmountDue(addons, { ...getAddonChoices(addons), hyperlink: false })).toBe(0);
  });

  it('name every paid one, so that switching its renewal off is said', () => {
    const addons = [addon('promote'), addon('hyperlink', { isPaid: false })];
    expect(toAddonRequests({ ...getAddonChoices(addons), promote: false, hyperlink: false, boost: true }, addons)).toEqual([
      { addonType: 'promote', subscribed: false },
      { addonType: 'boost', subscribed: true },
    ]);
    expect(toAddonRequests({ ...getAddonChoices(addons), externalUrl: ' https://carrier.example/new ' }, addons)).toContainEqual({
      addonType: 'hyperlink',
      subscribed: true,
      externalUrl: 'https://carrier.example/new',
    });
  });
});
