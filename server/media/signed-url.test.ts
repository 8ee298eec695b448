import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openKeys } from '#server/session/keys.ts';
import { withoutUploadKeys } from '#shared/upload-keys.ts';
import { opensFile, signUploadUrl } from './signed-url.ts';

const keys = openKeys({ current: 'a secret of the test' }, '');
const minuteMs = 60_000;
const url = '/media/0123456789abcdef.webp';
const keyOf = (signed: string) => new URL(signed, 'https://jobs.example').searchParams.get('key') ?? '';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

test('the key opens the file and its small size for an hour', () => {
  const key = keyOf(signUploadUrl(keys, url));
  const opens = () => ['0123456789abcdef.webp', '0123456789abcdef-s.webp'].map((name) => opensFile(keys, name, key));
  expect(opens()).toEqual([true, true]);
  vi.setSystemTime(Date.now() + 59 * minuteMs);
  expect(opens()).toEqual([true, true]);
  vi.setSystemTime(Date.now() + 2 * minuteMs);
  expect(opens()).toEqual([false, false]);
});

test('it opens no other file, cannot be changed, and survives a rotation of the keys', () => {
  const key = keyOf(signUploadUrl(keys, url));
  const [expiry = '', mac = ''] = key.split(/-(.*)/s);
  const later = (Number.parseInt(expiry, 36) + minuteMs).toString(36);
  for (const wrong of ['', '-', mac, expiry, `${later}-${mac}`, `${expiry}-${mac.slice(1)}`, `${expiry}-${mac}AA`])
    expect(opensFile(keys, '0123456789abcdef.webp', wrong), wrong).toBe(false);
  expect(opensFile(keys, 'fedcba9876543210.webp', key)).toBe(false);
  const next = openKeys({ current: 'the next secret', previous: 'a secret of the test' }, '');
  expect(opensFile(next, '0123456789abcdef.webp', key)).toBe(true);
  expect(opensFile(openKeys({ current: 'the next secret' }, ''), '0123456789abcdef.webp', key)).toBe(false);
});

const key = `mihyqf2o-${'Ab-_9'.repeat(5).slice(0, 22)}`;
test.each([
  [`/media/a.webp?key=${key}`, '/media/a.webp'],
  [`https://jobs.example/media/a.mp4?key=${key}`, 'https://jobs.example/media/a.mp4'],
  [`a.webp?key=${key}`, 'a.webp'],
  [
    `<p><img src="/media/a.webp?key=${key}"><img src="/media/b.webp?key=${key}"></p>`,
    '<p><img src="/media/a.webp"><img src="/media/b.webp"></p>',
  ],
  ['https://other.example/film.mp4?key=abc', 'https://other.example/film.mp4?key=abc'],
  [`https://other.example/film.mp4?key=${key}x`, `https://other.example/film.mp4?key=${key}x`],
])('%s is stored as %s', (sent, stored) => expect(withoutUploadKeys(sent)).toBe(stored));

test('a signed URL is stored without its key', () => {
  expect(withoutUploadKeys(signUploadUrl(keys, url))).toBe(url);
});
