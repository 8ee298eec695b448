import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { policyOf, withFlags, withMapTiles, withSocialSources } from './web-app.ts';

test('the page carries the setting of the feature flags', () => {
  const page = readFileSync(new URL('../web/index.html', import.meta.url), 'utf8');
  expect(page).toContain('<meta name="flags" content="" />');
  expect(withFlags(page, 'newLayout,-socialLogin')).toContain('<meta name="flags" content="newLayout,-socialLogin" />');
});

test('the page carries the providers of social log-ins', () => {
  const page = readFileSync(new URL('../web/index.html', import.meta.url), 'utf8');
  expect(page).toContain('<meta name="social" content="" />');
  expect(withSocialSources(page, ['google', 'apple'])).toContain('<meta name="social" content="google apple" />');
});

test('the page runs no script but ours and the gateway’s', () => {
  const publicUrl = 'https://haulboard.example';
  const celero = { url: 'https://app.gateway.example/api', apiKey: 'a', publicKey: 'p', webhookSecret: 's' };
  expect(policyOf({ celero: null, publicUrl })).toMatch(/^script-src 'self' https:\/\/haulboard\.example;/);
  expect(policyOf({ celero, publicUrl })).toMatch(/^script-src 'self' https:\/\/app\.gateway\.example;/);
});

test('the page carries where map tiles come from, and nothing that breaks out of its place', () => {
  const page = readFileSync(new URL('../web/index.html', import.meta.url), 'utf8');
  const tiles = 'https://tiles.example/{z}/{x}/{y}.png?a=1&b="';
  expect(withMapTiles(page, undefined)).toBe(page);
  expect(withMapTiles(page, tiles)).toContain(
    '<meta name="map-tiles" content="https://tiles.example/{z}/{x}/{y}.png?a=1&amp;b=&quot;" />',
  );
});
