import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withFlags, withSocialSources } from './web-app.ts';

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
