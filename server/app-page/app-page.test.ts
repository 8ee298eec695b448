import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildContentSecurityPolicy, withFlags, withManifest, withMapTiles, withSocialSources } from './app-page.ts';

test('the page carries the setting of the feature flags', () => {
  const page = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8');
  expect(page).toContain('<meta name="flags" content="" />');
  expect(withFlags(page, 'newLayout,-socialLogin')).toContain('<meta name="flags" content="newLayout,-socialLogin" />');
});

test('the page names the app’s manifest in its language', () => {
  const page = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8');
  expect(withManifest(page, 'es')).toContain('<link rel="manifest" href="/es/site/app.webmanifest"');
  expect(withManifest(page, 'en')).toBe(page);
});

test('the page carries the providers of social log-ins', () => {
  const page = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8');
  expect(page).toContain('<meta name="social" content="" />');
  expect(withSocialSources(page, ['google', 'apple'])).toContain('<meta name="social" content="google apple" />');
});

const publicUrl = 'https://haulboard.example';
const gatewayUrl = 'https://app.gateway.example/api';

test('the page allows scripts, requests and frames only of ours and the gateway’s', () => {
  const ownPolicy = buildContentSecurityPolicy({ gatewayUrl: null, publicUrl, mapTilesUrl: undefined }, '');
  const gatewayPolicy = buildContentSecurityPolicy({ gatewayUrl, publicUrl, mapTilesUrl: undefined }, '');
  expect(ownPolicy).toMatch(/^default-src 'none';/);
  for (const part of ['script-src', 'connect-src', 'frame-src']) {
    expect(ownPolicy).toContain(`; ${part} 'self' https://haulboard.example;`);
    expect(gatewayPolicy).toContain(`; ${part} 'self' https://app.gateway.example;`);
  }
});

test('map tiles may come from where the setting says', () => {
  const getImagePolicy = (mapTilesUrl: string) =>
    /img-src [^;]*/.exec(buildContentSecurityPolicy({ gatewayUrl, publicUrl, mapTilesUrl }, ''))?.[0];
  const kinds = "img-src 'self' data: blob:";
  expect(getImagePolicy('http://10.0.0.5:8080/{z}/{x}/{y}.png')).toBe(`${kinds} http://10.0.0.5:8080`);
  expect(getImagePolicy('http://{s}.tiles.example/{z}/{x}/{y}.png')).toBe(`${kinds} http://*.tiles.example`);
});

test('the page carries where map tiles come from, and nothing that breaks out of its place', () => {
  const page = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8');
  const tiles = 'https://tiles.example/{z}/{x}/{y}.png?a=1&b="';
  expect(withMapTiles(page, undefined)).toBe(page);
  expect(withMapTiles(page, tiles)).toContain(
    '<meta name="map-tiles" content="https://tiles.example/{z}/{x}/{y}.png?a=1&amp;b=&quot;" />',
  );
});

test('the scripts in the page are named in its policy, and no other inline script runs', () => {
  const page = '<script>first()</script><script type="module" src="/app.js"></script><script>second()</script>';
  const settings = { gatewayUrl: null, publicUrl, mapTilesUrl: undefined };
  const hashes = ['first()', 'second()'].map((source) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`);
  expect(buildContentSecurityPolicy(settings, page)).toContain(`; script-src 'self' ${publicUrl} ${hashes.join(' ')};`);
  expect(buildContentSecurityPolicy(settings, page)).not.toMatch(/script-src[^;]*unsafe/);
});
