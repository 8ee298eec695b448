import { expect, test } from 'vitest';
import { titleOf } from './page-title.ts';

test.each([
  ['/admin/company-list', 'Company List', 'Admin | Company List'],
  ['/company/jobs', 'Posted Jobs', 'Company | Posted Jobs'],
  ['/login', 'Sign in', 'Sign in | Haulboard'],
])('%s', (path, page, title) => {
  expect(titleOf(path, page)).toBe(title);
});
