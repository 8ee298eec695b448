import { expect, test } from 'vitest';
import { type Role, landingPath, mayEnter, mayOpen, portalsOf, roleId, roles } from './access.ts';

test.each([
  [[roles.superAdmin], '/admin/company-list'],
  [[roles.admin, roles.driver], '/admin/company-list'],
  [[roles.newsAdmin], '/news'],
  [[roles.newsContributor], '/news'],
  [[roles.adsAdmin], '/ads'],
  [[roles.internalUser], '/company/jobs'],
  [[roles.driver], '/members'],
  [[], '/members'],
])('%j land at %s', (userRoles, path) => expect(landingPath(userRoles, null)).toBe(path));

test('an employee lands at the jobs, or first creates a company', () => {
  expect(landingPath([roles.companyUser], 'some')).toBe('/company/jobs');
  expect(landingPath([roles.companyAdmin, roles.driver], null)).toBe('/company-info');
});

test('the portal switcher shows what each role may open', () => {
  const ids = (...userRoles: Role[]) => portalsOf(userRoles).map(({ id }) => id);
  expect(ids(roles.superAdmin)).toEqual(['admin', 'company', 'news', 'ads']);
  expect(ids(roles.internalUser)).toEqual(['company']);
  expect(ids(roles.driver, roles.companyUser)).toEqual(['company', 'members']);
  expect(ids(roles.adsAdmin)).toEqual(['ads']);
});

test('sections are wider than the switcher where the specification says so', () => {
  expect(mayEnter('members', [roles.internalUser])).toBe(true);
  expect(mayEnter('news', [roles.adsAdmin])).toBe(true);
  expect(mayEnter('company', [roles.driver])).toBe(false);
});

test('route access: the admin channels are the news roles’ alone', () => {
  const open = (role: Role) => mayOpen('admin', '/admin/channels', [role]);
  expect(Object.values(roles).filter(open)).toEqual([roles.newsAdmin, roles.newsContributor]);
  expect(mayOpen('admin', '/admin/company-list', [roles.newsAdmin])).toBe(false);
  expect(mayOpen('admin', '/admin/channels-of-others', [roles.newsAdmin])).toBe(false);
});

test('role ids: 1 admin side, 2 member, 3 employer', () => {
  expect(
    [[roles.admin], [roles.driver], [roles.companyUser], [roles.driver, roles.companyAdmin]].map((userRoles) =>
      roleId(userRoles),
    ),
  ).toEqual([1, 2, 3, 3]);
});
