import { expect, test } from 'vitest';
import { descriptionOf, titleOf } from './page-title.ts';

test.each([
  ['/admin/company-list', 'Company List', 'Admin | Company List'],
  ['/company/jobs', 'Posted Jobs', 'Company | Posted Jobs'],
  ['/login', 'Sign in', 'Sign in | Haulboard'],
])('%s', (path, page, title) => {
  expect(titleOf(path, page)).toBe(title);
});

test('descriptions of the default, the company and the admin pages, the last with their prefix', () => {
  expect(descriptionOf('/admin/company-list', 'Served')).toMatch(/^Admin \| /);
  expect(descriptionOf('/company/jobs', 'Served')).toMatch(/company/);
  expect(['/login', '/members/home', '/'].map((path) => descriptionOf(path, 'Served'))).toEqual(['Served', 'Served', 'Served']);
});
