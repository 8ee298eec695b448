/**
 * Who may change whose account, beside the own one: pure rules that the server enforces and the web hides by
 * (`product: Companies`, issue "people who run the product": nobody raises himself, nobody touches who stands above).
 */
import { adminEntrance, can, type Role, roles } from './access.ts';

/** The roles that a company's people hold, and those that are given to people who run the product. */
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

export const roleLabels: Readonly<Record<Role, string>> = {
  [roles.superAdmin]: 'Super admin',
  [roles.admin]: 'Admin',
  [roles.internalUser]: 'Internal user',
  [roles.newsAdmin]: 'News admin',
  [roles.newsContributor]: 'News contributor',
  [roles.adsAdmin]: 'Ads admin',
  [roles.companyAdmin]: 'Company admin',
  [roles.companyUser]: 'Company user',
  [roles.driver]: 'Driver',
};

export const isEmployeeRole = (role: Role): role is EmployeeRole => (employeeRoles as readonly Role[]).includes(role);
export const isAdminSide = (held: readonly Role[]): boolean => held.some((role) => adminEntrance.includes(role));

/**
 * Whether somebody may change the names, the password or the sessions of another account. What is a company's alone is the
 * company admins'; an account that is also a driver's is a private person's too, so only administrators touch it; a super
 * admin's only super admins.
 */
export function mayManageAccount(held: readonly Role[], target: readonly Role[]): boolean {
  if (target.includes(roles.superAdmin)) return held.includes(roles.superAdmin);
  return target.every(isEmployeeRole) ? can(held, 'employees.manage') : can(held, 'accounts.manage');
}

/** A role is given by those who stand at least as high. */
export function mayGrant(held: readonly Role[], role: AdminRole): boolean {
  return role === roles.superAdmin ? held.includes(roles.superAdmin) : can(held, 'accounts.manage');
}

/** The highest of the admin-side roles of an account, which is the one that its screens name. */
export function adminRoleOf(held: readonly Role[]): AdminRole | null {
  return adminRoles.find((role) => held.includes(role)) ?? null;
}
