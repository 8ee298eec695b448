import { expect, test } from 'vitest';
import { type Role, roles } from '#shared/access/access.ts';
import { firstSettings, mayOpenSettings, settingsFor } from './sections.ts';

type Status = 'Active' | 'Cancelled' | null;
const viewer = (role: Role, companyId: string | null = 'own', companyStatus: Status = companyId ? 'Active' : null) => ({
  roles: [role],
  companyId,
  companyStatus,
});
const labels = (...args: Parameters<typeof settingsFor>) => settingsFor(...args).map(({ label }) => label);

test('a company admin sees all of them, a company user all but the log', () => {
  const all = 'Company,Address,Employees,Tags,Payment,Billing,Company log,Notifications,Your account,Password'.split(',');
  expect(labels(viewer(roles.companyAdmin), undefined)).toEqual(all);
  expect(labels(viewer(roles.companyUser), undefined)).toEqual(all.filter((label) => label !== 'Company log'));
});

test('an administrator sees their account, and the company sections of a chosen company', () => {
  expect(labels(viewer(roles.admin, null), undefined)).toEqual(['Your account', 'Password']);
  expect(labels(viewer(roles.admin, null), 'chosen')).toEqual([
    'Company',
    'Address',
    'Employees',
    'Tags',
    'Billing',
    'Company log',
  ]);
  expect(firstSettings(viewer(roles.admin, null))).toBe('/company/settings/account-settings');
  expect(firstSettings(viewer(roles.admin, null), 'chosen')).toBe('/company/settings/company-settings');
});

test('people of a cancelled company reach settings and billing, neither tags nor the log', () => {
  const cancelled = viewer(roles.companyAdmin, 'own', 'Cancelled');
  expect(labels(cancelled, undefined)).not.toContain('Tags');
  expect(mayOpenSettings('/company/settings/billing/order-history', cancelled)).toBe(true);
  expect(mayOpenSettings('/company/settings/log', cancelled)).toBe(false);
  expect(mayOpenSettings('/company/settings/tags', cancelled)).toBe(false);
  expect(mayOpenSettings('/company/settings/tags', viewer(roles.companyAdmin))).toBe(true);
});

test('the log opens to those who run a company', () => {
  expect(mayOpenSettings('/company/settings/log', viewer(roles.companyUser))).toBe(false);
  expect(mayOpenSettings('/company/settings/log', viewer(roles.superAdmin, null))).toBe(true);
});
