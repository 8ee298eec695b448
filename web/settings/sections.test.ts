import { expect, test } from 'vitest';
import { type Role, roles } from '#shared/access/access.ts';
import { getFirstSettingsPath, mayOpenSettings, getSections } from './sections.ts';

type Status = 'Active' | 'Cancelled' | null;
const createViewer = (role: Role, companyId: string | null = 'own', companyStatus: Status = companyId ? 'Active' : null) => ({
  roles: [role],
  companyId,
  companyStatus,
});
const getLabels = (...args: Parameters<typeof getSections>) => getSections(...args).map(({ label }) => label);

test('a company admin sees all sections, a company user all but the log', () => {
  const allLabels = 'Company,Address,Employees,Tags,Payment,Billing,Company log,Notifications,Your account,Password'.split(',');
  expect(getLabels(createViewer(roles.companyAdmin), undefined)).toEqual(allLabels);
  expect(getLabels(createViewer(roles.companyUser), undefined)).toEqual(allLabels.filter((label) => label !== 'Company log'));
});

test('an administrator sees their account, and the company sections of a chosen company', () => {
  expect(getLabels(createViewer(roles.admin, null), undefined)).toEqual(['Your account', 'Password']);
  expect(getLabels(createViewer(roles.admin, null), 'chosen')).toEqual([
    'Company',
    'Address',
    'Employees',
    'Tags',
    'Billing',
    'Company log',
  ]);
  expect(getFirstSettingsPath(createViewer(roles.admin, null))).toBe('/company/settings/account-settings');
  expect(getFirstSettingsPath(createViewer(roles.admin, null), 'chosen')).toBe('/company/settings/company-settings');
});

test('people of a cancelled company reach settings and billing, neither tags nor the log', () => {
  const cancelledViewer = createViewer(roles.companyAdmin, 'own', 'Cancelled');
  expect(getLabels(cancelledViewer, undefined)).not.toContain('Tags');
  expect(mayOpenSettings('/company/settings/billing/order-history', cancelledViewer)).toBe(true);
  expect(mayOpenSettings('/company/settings/log', cancelledViewer)).toBe(false);
  expect(mayOpenSettings('/company/settings/tags', cancelledViewer)).toBe(false);
  expect(mayOpenSettings('/company/settings/tags', createViewer(roles.companyAdmin))).toBe(true);
});

test('the log opens to those who run a company', () => {
  expect(mayOpenSettings('/company/settings/log', createViewer(roles.companyUser))).toBe(false);
  expect(mayOpenSettings('/company/settings/log', createViewer(roles.superAdmin, null))).toBe(true);
});
