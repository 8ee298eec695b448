import { expect, test } from 'vitest';
import { safeNext } from './guard.ts';

test.each(['/company/jobs', '/company/jobs?q=flat%20bed#top', '/', '/jobs/\u00e9', '/company/jobs?q=/logout'])(
  'redirects to %j',
  (path) => {
    expect(safeNext(path)).toBe(path);
  },
);

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  'javascript:alert(1)',
  '',
  undefined,
  ['/company'],
  '/logout',
  '/company/logout',
  '/admin/logout?role=admin',
])('does not follow %j', (address) => {
  expect(safeNext(address)).toBeNull();
});
