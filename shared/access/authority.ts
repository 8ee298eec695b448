/**
 * Who may change another person's account (`docs/product/access.md#managing-accounts`). The server enforces these rules,
 * and the web hides what they deny.
 */
import { type Text, text } from '#shared/texts/texts.ts';
import { adminSignInRoles, can, type Role, roles } from './access.ts';

/** The roles of a company's employees, and the roles of the people who run the product. */
export const employeeRoles = [roles.companyAdmin, roles.companyUser] as const;
export type EmployeeRole = (typeof employeeRoles)[number];
export const adminRoles = [
  roles.superAdmin,
  roles.admin,
  roles.internalUser,
  roles.newsAdmin,
  roles.newsContributor,
  roles.adsAdmin,
] as const;
export type AdminRole = (typeof adminRoles)[number];

export const roleLabels: Readonly<Record<Role, Text>> = {
  [roles.superAdmin]: text('labels.superAdmin'),
  [roles.admin]: text('labels.admin'),
  [roles.internalUser]: text('labels.internalUser'),
  [roles.newsAdmin]: text('labels.newsAdmin'),
  [roles.newsContributor]: text('labels.newsContributor'),
  [roles.adsAdmin]: text('labels.adsAdmin'),
  [roles.companyAdmin]: text('labels.companyAdmin'),
  [roles.companyUser]: text('labels.companyUser'),
  [roles.driver]: text('labels.driver'),
};

export const isEmployeeRole = (role: Role): role is EmployeeRole => (employeeRoles as readonly Role[]).includes(role);
export const isAdminSide = (userRoles: readonly Role[]): boolean => userRoles.some((role) => adminSignInRoles.includes(role));

/**
 * Whether a person may change the name, password or sessions of another account. Company admins manage accounts that belong
 * to a company alone. An account that is also a driver's is private, so only administrators manage it. Only super admins
 * manage a super admin.
 */
export function mayManageAccount(userRoles: readonly Role[], targetRoles: readonly Role[]): boolean {
  if (targetRoles.includes(roles.superAdmin)) return userRoles.includes(roles.superAdmin);
  return targetRoles.every(isEmployeeRole) ? can(userRoles, 'employees.manage') : can(userRoles, 'accounts.manage');
}

/** No one can grant a role above their own. */
export function mayGrant(userRoles: readonly Role[], role: AdminRole): boolean {
  return role === roles.superAdmin ? userRoles.includes(roles.superAdmin) : can(userRoles, 'accounts.manage');
}

/** An account's highest admin-side role, which is the one that screens show. */
export function adminRoleOf(userRoles: readonly Role[]): AdminRole | null {
  return adminRoles.find((role) => userRoles.includes(role)) ?? null;
}
