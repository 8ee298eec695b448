/**
 * Who may do what, which portals a person sees and where they land after sign-in
 * (`docs/product/access.md#roles-and-permissions`). The server enforces this table, and the web app hides what it denies.
 */
import { type Text, text } from '#shared/texts/texts.ts';

export const roles = {
  superAdmin: '160SuperAdmin',
  admin: '160Admin',
  internalUser: '160InternalUser',
  companyAdmin: 'TNCompanyAdmin',
  companyUser: 'Employer',
  newsAdmin: 'NewsAdmin',
  newsContributor: 'NewsContributor',
  driver: 'Driver',
  adsAdmin: 'AdsAdmin',
} as const;

export type Role = (typeof roles)[keyof typeof roles];

const { superAdmin, admin, internalUser, companyAdmin, companyUser, newsAdmin, newsContributor, driver, adsAdmin } = roles;

/** The roles, highest first. The first of them that a person holds decides where the person lands after sign-in. */
export const allRoles: readonly Role[] = [
  superAdmin,
  admin,
  newsAdmin,
  newsContributor,
  adsAdmin,
  internalUser,
  companyAdmin,
  companyUser,
  driver,
];

export function isRole(value: string): value is Role {
  return (allRoles as readonly string[]).includes(value);
}

const administrators: readonly Role[] = [superAdmin, admin];
const employees: readonly Role[] = [companyAdmin, companyUser];

/** Each capability and the roles that hold it. Reading or changing a company's data also needs a company scope. */
export const capabilities = {
  'employer.self': employees,
  'company.create': [companyAdmin, companyUser, ...administrators],
  'company.read': [...employees, internalUser, ...administrators],
  'company.close': [companyAdmin],
  'company.export': [companyAdmin],
  'company.sign_in': [companyAdmin],
  'company.edit': [companyAdmin, ...administrators],
  'company.list': administrators,
  'company.status': administrators,
  'company.log': [companyAdmin, ...administrators],
  'employees.read': [...employees, internalUser, ...administrators],
  'employees.manage': [companyAdmin, ...administrators],
  'jobs.read': [...employees, internalUser, ...administrators],
  /**
   * Creates an unpaid job. A person without a company names one, but only the company's own people can pay (`payment.charge`).
   */
  'jobs.post': [...employees, internalUser, ...administrators],
  /** Internal users may edit jobs too (`docs/product/access.md#roles-and-permissions`). */
  'jobs.edit': [...employees, internalUser, ...administrators],
  'jobs.moderate': administrators,
  'applicants.read': [...employees, internalUser, ...administrators],
  'applicants.tag': [...employees, ...administrators],
  'payment.charge': employees,
  'payment.card': [companyAdmin],
  'payment.read': [...employees, internalUser, ...administrators],
  'billing.manage': administrators,
  'support.send': [...employees, ...administrators],
  'support.read': [...employees, internalUser, ...administrators],
  'driver.self': [driver],
  'news.read': [newsAdmin, newsContributor, internalUser, adsAdmin, ...administrators],
  'news.manage': [newsAdmin, newsContributor, ...administrators],
  'ads.manage': [adsAdmin, ...administrators],
  'audit.read': administrators,
  'accounts.manage': administrators,
  'account.status': administrators,
  'account.impersonate': administrators,
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof capabilities;

export function can(userRoles: readonly Role[], capability: Capability): boolean {
  const allowed: readonly Role[] = capabilities[capability];
  return userRoles.some((role) => allowed.includes(role));
}

/** Admin-side roles work across companies, so they use a company picker instead of a company of their own. */
export function seesEveryCompany(userRoles: readonly Role[]): boolean {
  return userRoles.some((role) => role === superAdmin || role === admin || role === internalUser);
}

/**
 * Only people who work for a company and hold no admin-side role can be impersonated
 * (`docs/product/access.md#impersonation`).
 */
export function isImpersonable(userRoles: readonly Role[]): boolean {
  return userRoles.some((role) => employees.includes(role)) && !userRoles.some((role) => adminSignInRoles.includes(role));
}

/**
 * The roles of an impersonation, and of a session that the company's own identity provider opened: the account's employer
 * roles. Its other roles, such as driver, stay private.
 */
export function companyRolesOf(userRoles: readonly Role[]): Role[] {
  return userRoles.filter((role) => employees.includes(role));
}

/** The roles of the person's own sign-in where the company requires its identity provider: all but the employer roles. */
export function privateRolesOf(userRoles: readonly Role[]): Role[] {
  return userRoles.filter((role) => !employees.includes(role));
}

/** Role ids of the access token: 1 admin side, 2 member (driver), 3 employer (`docs/product/access.md#sessions`). */
export function roleId(userRoles: readonly Role[]): 1 | 2 | 3 {
  if (userRoles.some((role) => adminSignInRoles.includes(role))) return 1;
  return userRoles.some((role) => employees.includes(role)) ? 3 : 2;
}

/**
 * The roles that can sign in on the admin page, and those that can sign in with `NewsAdmin`
 * (`docs/product/access.md#sign-in`).
 */
export const adminSignInRoles: readonly Role[] = [superAdmin, admin, internalUser, newsAdmin, newsContributor, adsAdmin];
export const newsSignInRoles: readonly Role[] = [newsAdmin, newsContributor];

export const portals = [
  { id: 'admin', label: text('ui.adminPortal'), path: '/admin', roles: administrators },
  { id: 'company', label: text('ui.companyPortal'), path: '/company', roles: [...administrators, internalUser, ...employees] },
  { id: 'news', label: text('ui.newsPortal'), path: '/news', roles: [...administrators, newsAdmin, newsContributor] },
  { id: 'members', label: text('ui.driversPortal'), path: '/members', roles: [driver] },
  { id: 'ads', label: text('ui.adsPortal'), path: '/ads', roles: [adsAdmin, ...administrators] },
] as const satisfies readonly { id: string; label: Text; path: string; roles: readonly Role[] }[];

export type PortalId = (typeof portals)[number]['id'];

export function portalsOf(userRoles: readonly Role[]) {
  return portals.filter((portal) => userRoles.some((role) => (portal.roles as readonly Role[]).includes(role)));
}

/** The roles that may open each section. This is wider than the portal switcher: an internal user may read the members area. */
export const sections: Record<PortalId, readonly Role[]> = {
  admin: administrators,
  company: [...employees, internalUser, ...administrators],
  news: [newsAdmin, newsContributor, internalUser, ...administrators, adsAdmin],
  members: [driver, internalUser, ...administrators],
  ads: [adsAdmin, ...administrators],
};

export function mayEnter(section: PortalId, userRoles: readonly Role[]): boolean {
  return userRoles.some((role) => sections[section].includes(role));
}

/** Screens whose roles differ from those of their section (`docs/product/access.md#route-access`). */
const rolesByScreen: readonly { path: string; roles: readonly Role[] }[] = [
  { path: '/admin/channels', roles: [newsAdmin, newsContributor] },
  { path: '/company/settings', roles: [...employees, ...administrators] },
];

/** Whether a person may open a screen, by the screen's own roles if it has any, otherwise by its section's. */
export function mayOpen(section: PortalId, path: string, userRoles: readonly Role[]): boolean {
  const matchingScreen = rolesByScreen.find((screen) => path === screen.path || path.startsWith(`${screen.path}/`));
  return matchingScreen ? userRoles.some((role) => matchingScreen.roles.includes(role)) : mayEnter(section, userRoles);
}

/**
 * The page a person lands on after sign-in (`docs/product/access.md#landing`). An employee without a company creates one
 * first.
 */
export function landingPath(userRoles: readonly Role[], companyId: string | null): string {
  const hasRole = (...anyOf: Role[]) => userRoles.some((role) => anyOf.includes(role));
  if (hasRole(superAdmin, admin)) return '/admin/company-list';
  if (hasRole(newsAdmin, newsContributor)) return '/news';
  if (hasRole(adsAdmin)) return '/ads';
  if (hasRole(internalUser)) return '/company/jobs';
  if (hasRole(companyAdmin, companyUser)) return companyId ? '/company/jobs' : '/company-info';
  return '/members';
}
