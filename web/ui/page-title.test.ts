import { expect, test } from 'vitest';
import { getPageDescription, getPageTitle, withUnread } from './page-title.ts';

test.each([
  ['/admin/company-list', 'Company List', 'Admin | Company List'],
  ['/company/jobs', 'Posted Jobs', 'Company | Posted Jobs'],
  ['/login', 'Sign in', 'Sign in | Haulboard'],
])('%s', (path, page, title) => {
  expect(getPageTitle(path, page)).toBe(title);
});

test('descriptions of the default, the company and the admin pages, the last with their prefix', () => {
  expect(getPageDescription('/admin/company-list', 'Served')).toMatch(/^Admin \| /);
  expect(getPageDescription('/company/jobs', 'Served')).toMatch(/company/);
  expect(['/login', '/members/home', '/'].map((path) => getPageDescription(path, 'Served'))).toEqual([
    'Served',
    'Served',
    'Served',
  ]);
});

test('unread conversations come first in the title, and large numbers are cut', () => {
  expect([0, 2, 100].map((count) => withUnread('Drivers | Home', count))).toEqual([
    'Drivers | Home',
    '(2) Drivers | Home',
    '(99+) Drivers | Home',
  ]);
});
