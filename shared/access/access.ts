/**
 * Who may do what, which portals a person sees and where a log-in lands. One pure table: the server enforces it, the web
 * hides by it. Sources: `spec: access §2, §6`, `spec: work §2, §6`, `product: Companies`.
 */
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

/** Highest first: a landing follows the first role of this order that the account holds. */
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

/** Each capability and the roles that hold it. Reading or changing a company's things also needs the company's scope. */
export const capabilities = {
  'employer.self': employees,
  'company.create': [companyAdmin, companyUser, ...administrators],
  'company.read': [...employees, internalUser, ...administrators],
  'company.edit': [companyAdmin, ...administrators],
  'company.list': administrators,
  'company.status': administrators,
  'company.log': [companyAdmin, ...administrators],
  'employees.read': [...employees, internalUser, ...administrators],
  'employees.manage': [companyAdmin, ...administrators],
  'jobs.read': [...employees, internalUser, ...administrators],
  /** Creating an unpaid job. Somebody without a company names the company; its own people pay (`payment.charge`). */
  'jobs.post': [...employees, internalUser, ...administrators],
  /** The screens that change a job open to internal users too (`spec: work §2 Jobs section, §6`). */
  'jobs.edit': [...employees, internalUser, ...administrators],
  'jobs.moderate': administrators,
  'applicants.read': [...employees, internalUser, ...administrators],
  'applicants.tag': [...employees, ...administrators],
  'payment.charge': employees,
  'payment.card': [companyAdmin],
  'payment.read': [...employees, internalUser, ...administrators],
  'billing.manage': administrators,
  'contact.send': [...employees, ...administrators],
  'contact.read': [...employees, internalUser, ...administrators],
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

export function can(held: readonly Role[], capability: Capability): boolean {
  const allowed: readonly Role[] = capabilities[capability];
  return held.some((role) => allowed.includes(role));
}

/** Admin-side roles act across companies (a company picker in place of an own company). */
export function seesEveryCompany(held: readonly Role[]): boolean {
  return held.some((role) => role === superAdmin || role === admin || role === internalUser);
}

/** Nobody acts as somebody of the admin side, nor as somebody who works for no company (`product: Accounts and sessions`). */
export function isImpersonable(held: readonly Role[]): boolean {
  return held.some((role) => employees.includes(role)) && !held.some((role) => adminEntrance.includes(role));
}

/** Whoever acts as somebody does so as an employer only: the account's other sides stay its own (`spec: access §6`). */
export function impersonatedRoles(held: readonly Role[]): Role[] {
  return held.filter((role) => employees.includes(role));
}

/** Role ids of the access token: 1 admin side, 2 member (driver), 3 employer (`product: Accounts and sessions`). */
export function roleId(held: readonly Role[]): 1 | 2 | 3 {
  if (held.some((role) => adminEntrance.includes(role))) return 1;
  return held.some((role) => employees.includes(role)) ? 3 : 2;
}

/** Roles that the admin entrance lets in, and those of the `NewsAdmin` entrance (`product: Accounts and sessions`). */
export const adminEntrance: readonly Role[] = [superAdmin, admin, internalUser, newsAdmin, newsContributor, adsAdmin];
export const newsEntrance: readonly Role[] = [newsAdmin, newsContributor];

export const portals = [
  { id: 'admin', label: 'Admin Portal', path: '/admin', roles: administrators },
  { id: 'company', label: 'Company Portal', path: '/company', roles: [...administrators, internalUser, ...employees] },
  { id: 'news', label: 'News Portal', path: '/news', roles: [...administrators, newsAdmin, newsContributor] },
  { id: 'members', label: 'Drivers Portal', path: '/members', roles: [driver] },
  { id: 'ads', label: 'ADs Portal', path: '/ads', roles: [adsAdmin, ...administrators] },
] as const satisfies readonly { id: string; label: string; path: string; roles: readonly Role[] }[];

export type PortalId = (typeof portals)[number]['id'];

export function portalsOf(held: readonly Role[]) {
  return portals.filter((portal) => held.some((role) => (portal.roles as readonly Role[]).includes(role)));
}

/** The section a path prefix opens to, wider than the switcher: e.g. an internal user may read the members area. */
export const sections: Record<PortalId, readonly Role[]> = {
  admin: administrators,
  company: [...employees, internalUser, ...administrators],
  news: [newsAdmin, newsContributor, internalUser, ...administrators, adsAdmin],
  members: [driver, internalUser, ...administrators],
  ads: [adsAdmin, ...administrators],
};

export function mayEnter(section: PortalId, held: readonly Role[]): boolean {
  return held.some((role) => sections[section].includes(role));
}

/** Screens that are others' than their section is (`spec: access §2 Route access`, `spec: work §2`). */
const ownRoles: readonly { path: string; roles: readonly Role[] }[] = [
  { path: '/admin/channels', roles: [newsAdmin, newsContributor] },
  { path: '/company/settings', roles: [...employees, ...administrators] },
];

/** Whether a screen opens to somebody: by its section's roles, or by its own where it has some. */
export function mayOpen(section: PortalId, path: string, held: readonly Role[]): boolean {
  const own = ownRoles.find((screen) => path === screen.path || path.startsWith(`${screen.path}/`));
  return own ? held.some((role) => own.roles.includes(role)) : mayEnter(section, held);
}

/** Where a person lands after signing in (`spec: access §2`). An employee without a company first creates one. */
export function landing(held: readonly Role[], companyId: string | null): string {
  const has = (...some: Role[]) => held.some((role) => some.includes(role));
  if (has(superAdmin, admin)) return '/admin/company-list';
  if (has(newsAdmin, newsContributor)) return '/news';
  if (has(adsAdmin)) return '/ads';
  if (has(internalUser)) return '/company/jobs';
  if (has(companyAdmin, companyUser)) return companyId ? '/company/jobs' : '/company-info';
  return '/members';
}
