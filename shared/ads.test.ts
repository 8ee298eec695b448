import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { adsOfTurn, adStatus, clickRate, createAdSchema, isSafeLink, rotationTurn } from './ads.ts';

const at = (text: string) => new Date(`2026-05-${text}Z`);

describe('product, Ads: whether an ad runs now', () => {
  const ad = { isActive: true, startsAt: at('10T08:00:00.000'), endsAt: at('20T08:00:00.000') };
  it.each([
    ['before its start', {}, '10T07:59:59.999', 'Scheduled'],
    ['from its start on', {}, '10T08:00:00.000', 'Running'],
    ['until just before its end', {}, '20T07:59:59.999', 'Running'],
    ['at its end', {}, '20T08:00:00.000', 'Ended'],
    ['without an end', { endsAt: null }, '31T00:00:00.000', 'Running'],
    ['switched off', { isActive: false }, '15T00:00:00.000', 'Off'],
    ['switched off, and over', { isActive: false }, '25T00:00:00.000', 'Off'],
  ])('%s', (_, changes, now, status) => expect(adStatus({ ...ad, ...changes }, at(now))).toBe(status));
});

describe('the rotation', () => {
  it('shows each ad equally often in as many turns as there are ads, to every seat', () => {
    const numbers = { ads: fc.integer({ min: 1, max: 30 }), most: fc.integer({ min: 1, max: 4 }) };
    const places = { seat: fc.nat(1000), from: fc.nat(1e9) };
    fc.assert(
      fc.property(fc.record({ ...numbers, ...places }), ({ ads, most: maxPerPage, seat: offset, from }) => {
        const running = Array.from({ length: ads }, (_, n) => n);
        const turns = running.map((n) => adsOfTurn(running, from + n, maxPerPage, offset));
        const times = running.map((ad) => turns.flat().filter((shown) => shown === ad).length);
        expect(new Set(times)).toEqual(new Set([Math.min(maxPerPage, ads)]));
        for (const turn of turns) expect(new Set(turn).size).toBe(turn.length);
      }),
    );
  });

  it('shows nothing of nothing', () => expect(adsOfTurn([], 7, 2, 3)).toEqual([]));

  it('changes at the same time for everyone', () => {
    const first = rotationTurn(at('10T08:00:14.999'), 15);
    expect(first).toMatchObject({ startsAt: at('10T08:00:00.000'), endsAt: at('10T08:00:15.000') });
    expect(rotationTurn(at('10T08:00:15.000'), 15).number).toBe(first.number + 1);
  });
});

test.each([
  ['https://tires.example/winter?x=1#y', true],
  ['http://tires.example', true],
  ['javascript:alert(1)', false],
  ['JavaScript://tires.example/%0aalert(1)', false],
  ['data:text/html,<script>alert(1)</script>', false],
  ['//tires.example', false],
  ['/ads', false],
  ['https://user:secret@tires.example', false],
  ['https://localhost', false],
  ['ftp://tires.example', false],
  ['', false],
])('a click may lead to %s: %s', (link, isSafe) => {
  expect(isSafeLink(link)).toBe(isSafe);
  const input = { title: 'Tires', advertiser: 'Tire shop', linkUrl: link };
  expect(createAdSchema.safeParse(input).success).toBe(isSafe);
});

test.each([
  ['/media/abcDEF-_12.webp', true],
  [null, true],
  ['', true],
  ['https://elsewhere.example/a.webp', false],
  ['/media/../keys/token.key', false],
])('a picture may be %s: %s', (imageUrl, isFine) => {
  const input = { title: 'Tires', advertiser: 'Tire shop', linkUrl: 'https://tires.example', imageUrl };
  expect(createAdSchema.safeParse(input).success).toBe(isFine);
});

test('the click rate is null as long as no one has seen the ad', () => {
  expect(clickRate({ impressions: 0, clicks: 3 })).toBeNull();
  expect(clickRate({ impressions: 200, clicks: 3 })).toBe(0.015);
});
