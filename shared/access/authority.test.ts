import { describe, expect, test } from 'vitest';
import { allRoles, roles } from './access.ts';
import { adminRoleOf, adminRoles, employeeRoles, mayGrant, mayManageAccount, roleLabels } from './authority.ts';

const { superAdmin, admin, internalUser, newsAdmin, companyAdmin, companyUser, driver, adsAdmin } = roles;

describe('who may change an account', () => {
  test.each([
    [[companyAdmin], [companyUser], true],
    [[companyAdmin], [companyAdmin], true],
    [[companyAdmin], [], true],
    [[companyAdmin], [companyUser, driver], false],
    [[companyAdmin], [companyUser, admin], false],
    [[companyUser], [companyUser], false],
    [[internalUser], [companyUser], false],
    [[admin], [companyUser, driver], true],
    [[admin], [admin], true],
    [[admin], [newsAdmin], true],
    [[admin], [superAdmin], false],
    [[admin], [superAdmin, companyUser], false],
    [[superAdmin], [superAdmin], true],
    [[superAdmin], [driver], true],
    [[driver], [driver], false],
  ])('%j changes %j: %j', (userRoles, target, expected) => {
    expect(mayManageAccount(userRoles, target)).toBe(expected);
  });
});

test('a role can be granted by people with at least that role', () => {
  for (const role of adminRoles) {
    expect(mayGrant([superAdmin], role)).toBe(true);
    expect(mayGrant([admin], role)).toBe(role !== superAdmin);
    for (const userRoles of [internalUser, newsAdmin, adsAdmin, companyAdmin, driver])
      expect(mayGrant([userRoles], role)).toBe(false);
  }
});

test('the highest role names an account', () => {
  expect(adminRoleOf([adsAdmin, admin])).toBe(admin);
  expect(adminRoleOf([companyAdmin])).toBeNull();
});

test('every role has a name, and is of a company, of the product, or a driver', () => {
  expect(Object.keys(roleLabels).toSorted()).toEqual(allRoles.toSorted());
  expect([...employeeRoles, ...adminRoles, driver].toSorted()).toEqual(allRoles.toSorted());
});
