/**
 * Every screen and the roles that can open it (`docs/product/access.md#route-access`), independent of the access table that
 * the guards use. A route that is not listed here fails route-access.test.ts.
 */
const employees = ['company admin', 'company user'] as const;
const administrators = ['super admin', 'admin'] as const;
const newsRoles = ['news admin', 'news contributor'] as const;

/** `newcomer` is a company user without a company. */
export type Viewer =
  | 'stranger'
  | (typeof employees)[number]
  | (typeof administrators)[number]
  | (typeof newsRoles)[number]
  | 'internal user'
  | 'driver'
  | 'ads admin'
  | 'newcomer';

export const signedIn: readonly Viewer[] = [
  ...administrators,
  'internal user',
  ...employees,
  'newcomer',
  ...newsRoles,
  'driver',
  'ads admin',
];
export const viewers: readonly Viewer[] = ['stranger', ...signedIn];

/** The landing page of each role. */
export const landings: Record<Exclude<Viewer, 'stranger'>, string> = {
  'super admin': '/admin/company-list',
  admin: '/admin/company-list',
  'news admin': '/news',
  'news contributor': '/news',
  'ads admin': '/ads',
  'internal user': '/company/jobs',
  'company admin': '/company/jobs',
  'company user': '/company/jobs',
  newcomer: '/company-info',
  driver: '/members',
};

export type RouteRow = {
  route: string;
  /** A full path, for a route with parameters. */
  at?: string;
  /** The viewers with access. Others are redirected to sign-in, and from there to their landing page if they are signed in. */
  opens: readonly Viewer[];
  /** Where viewers with access are redirected. */
  leads?: string | ((viewer: Viewer) => string);
  /** Where viewers of the section without access are redirected, instead of to sign-in. */
  redirectsTo?: { path: string; affectedViewers: readonly Viewer[] };
};

const companySection: readonly Viewer[] = [...employees, 'internal user', ...administrators];
const membersSection: readonly Viewer[] = ['driver', 'internal user', ...administrators];
const newsSection: readonly Viewer[] = [...newsRoles, 'internal user', ...administrators, 'ads admin'];
const adsSection: readonly Viewer[] = ['ads admin', ...administrators];
const notPosting: readonly Viewer[] = ['internal user', ...administrators];
const toList = { path: '/company/jobs', affectedViewers: notPosting };
/** The settings are not open to internal users (`docs/product/access.md#route-access`). */
const settings: readonly Viewer[] = [...employees, ...administrators];
const firstSettings = (viewer: Viewer) =>
  viewer === 'company admin' || viewer === 'company user'
    ? '/company/settings/company-settings'
    : '/company/settings/account-settings';
const home = (viewer: Viewer) => (viewer === 'stranger' ? '/login' : landings[viewer]);

export const routesByRole: readonly RouteRow[] = [
  { route: '/', opens: viewers, leads: home },
  { route: '/login', opens: ['stranger'] },
  { route: '/signup', opens: ['stranger'] },
  /** Without a provider's answer. */
  { route: '/login/social', opens: viewers, leads: '/login' },
  /** Without a sign-in that waits for its second step. */
  { route: '/login/verify', opens: viewers, leads: '/login' },
  { route: '/company-login', opens: viewers, leads: '/login' },
  { route: '/admin-login', opens: viewers, leads: '/login' },
  /** Without an address from another screen. */
  { route: '/fast-login', opens: viewers, leads: '/signup' },
  { route: '/forgot-password', opens: viewers },
  { route: '/reset-code', opens: viewers },
  { route: '/logout', opens: viewers },
  { route: '/change-password', opens: viewers },
  { route: '/account', opens: signedIn },
  { route: '/account/security', opens: signedIn },
  /** For people who do not have to set anything up. */
  { route: '/two-step-setup', opens: signedIn, leads: home },
  { route: '/deleted-members', opens: viewers },
  /** Without a valid token it says so. */
  { route: '/join', opens: viewers },
  /** Without a valid token. */
  { route: '/email/validation', opens: viewers, leads: '/email/validation/unsuccess' },
  { route: '/email/validation/success', opens: viewers },
  /** Without a valid token it says so. */
  { route: '/email/company', opens: viewers },
  { route: '/email/validation/unsuccess', opens: viewers },
  /** Not found. */
  { route: '/$', at: '/nowhere', opens: viewers },
  { route: '/terms', opens: viewers },
  { route: '/privacy', opens: viewers },
  { route: '/apply/$id', at: '/apply/1', opens: signedIn },
  { route: '/jobs/$id/apply', at: '/jobs/1/apply', opens: signedIn, leads: '/apply/1' },

  { route: '/company-info', opens: ['newcomer', 'company admin'] },
  /** The first of the two steps comes first. */
  {
    route: '/company-address',
    opens: ['newcomer', 'company admin'],
    leads: (viewer) => (viewer === 'newcomer' ? '/company-info' : ''),
  },

  { route: '/admin', opens: administrators, leads: '/admin/company-list' },
  { route: '/admin/company-list', opens: administrators },
  { route: '/admin/user-management', opens: administrators },
  { route: '/admin/user-management/admins', opens: administrators },
  ...[
    '/admin/audit',
    '/admin/security',
    '/admin/invoices',
    '/admin/charges',
    '/admin/revenue',
    '/admin/messages',
    '/admin/companies/new',
  ].map((route) => ({
    route,
    opens: administrators,
  })),
  ...[
    '/admin/messages/$id',
    '/admin/companies/$id',
    '/admin/company-list/$id/job-content',
    '/admin/company-list/$id/address',
  ].map((route) => ({ route, at: route.replace('$id', '1'), opens: administrators })),
  { route: '/admin/logout', opens: administrators, leads: '/logout' },

  { route: '/company', opens: companySection, leads: '/company/jobs' },
  { route: '/company/messages', opens: companySection },
  { route: '/company/messages/$id', at: '/company/messages/1', opens: companySection },
  { route: '/company/logout', opens: companySection, leads: '/logout' },
  { route: '/company/jobs', opens: companySection },
  { route: '/company/applicants', opens: companySection },
  { route: '/company/driver-messages', opens: companySection },
  { route: '/company/reports', opens: companySection },
  /** On the company's settings, or on the account's for people without a company. */
  { route: '/company/settings', opens: settings, leads: firstSettings },
  ...['company-settings', 'account-settings', 'address-settings', 'password', 'payment', 'billing', 'billing/order-history'].map(
    (section) => ({ route: `/company/settings/${section}`, opens: settings }),
  ),
  { route: '/company/notifications', opens: companySection },
  { route: '/company/settings/notifications', opens: settings },
  { route: '/company/settings/employees', opens: settings },
  { route: '/company/settings/tags', opens: settings },
  /** For company admins. Administrators get the log of all companies. */
  {
    route: '/company/settings/log',
    opens: settings,
    leads: (viewer) => (viewer === 'company user' ? firstSettings(viewer) : ''),
  },
  { route: '/company/jobs/$id/detail', at: '/company/jobs/1/detail', opens: companySection },
  { route: '/company/jobs/$id/candidates', at: '/company/jobs/1/candidates', opens: companySection },
  ...['job-content', 'address', 'addons'].map((screen) => ({
    route: `/company/jobs/$id/${screen}`,
    at: `/company/jobs/1/${screen}`,
    opens: companySection,
  })),
  /** A person who cannot buy is redirected to the job. */
  {
    route: '/company/jobs/$id/purchase',
    at: '/company/jobs/1/purchase',
    opens: employees,
    redirectsTo: { path: '/company/jobs/1/detail', affectedViewers: ['internal user', ...administrators] },
  },
  {
    route: '/company/jobs/$id/job-content-duplicate',
    at: '/company/jobs/1/job-content-duplicate',
    opens: companySection,
  },
  /** The first step comes first. */
  ...['address-duplicate', 'addons-duplicate'].map((step) => ({
    route: `/company/jobs/$id/${step}`,
    at: `/company/jobs/1/${step}`,
    opens: companySection,
    leads: '/company/jobs/1/job-content-duplicate',
  })),
  { route: '/company/jobs/new', opens: employees, redirectsTo: toList },
  /** The steps open in their order. */
  { route: '/company/jobs/new/targeting-address', opens: employees, leads: '/company/jobs/new', redirectsTo: toList },
  { route: '/company/jobs/new/addons', opens: employees, leads: '/company/jobs/new', redirectsTo: toList },
  { route: '/company/jobs/new/payment-method', opens: employees, leads: '/company/jobs/new', redirectsTo: toList },

  { route: '/admin/channels', opens: newsRoles },
  { route: '/news', opens: newsSection },
  { route: '/news/$id', at: '/news/1', opens: newsSection },
  { route: '/news/$id/posts/$postId', at: '/news/1/posts/2', opens: newsSection },

  { route: '/members/messages', opens: membersSection },
  { route: '/members/messages/$id', at: '/members/messages/1', opens: membersSection },
  { route: '/members/news', opens: membersSection },
  { route: '/members/news/$id', at: '/members/news/1', opens: membersSection },
  { route: '/members', opens: membersSection, leads: '/members/home' },
  { route: '/members/home', opens: membersSection },
  { route: '/members/settings', opens: membersSection },
  { route: '/members/settings/profile', opens: membersSection, leads: '/members/settings' },
  { route: '/members/settings/notifications', opens: membersSection },
  { route: '/members/settings/reset-password', opens: membersSection },
  { route: '/members/settings/delete-account', opens: membersSection },

  { route: '/ads', opens: adsSection, leads: '/ads/manage' },
  { route: '/ads/manage', opens: adsSection },
  { route: '/ads/manage/new', opens: adsSection },
  { route: '/ads/manage/$id', at: '/ads/manage/1', opens: adsSection },
  { route: '/ads/manage/$id/report', at: '/ads/manage/1/report', opens: adsSection },
  { route: '/ads/settings', opens: adsSection, leads: '/ads/settings/home' },
  { route: '/ads/settings/home', opens: adsSection },

  ...['axios-list', 'buttons', 'icons', 'layout-example', 'modal', 'redux-example', 'saga-example', 'texts', 'todos'].map(
    (name) => ({ route: `/${name}`, opens: viewers }),
  ),
];

/** The path that a viewer reaches, with all redirects followed. */
export function endOf(path: string, viewer: Viewer): string {
  const row = routesByRole.find(({ route, at }) => (at ?? route) === path);
  // A landing page whose screens are not built yet.
  if (!row) return path;
  const go = (next: string) => (next && next !== path ? endOf(next, viewer) : path);
  if (row.opens.includes(viewer)) return go(typeof row.leads === 'function' ? row.leads(viewer) : (row.leads ?? ''));
  if (row.redirectsTo?.affectedViewers.includes(viewer)) return go(row.redirectsTo.path);
  return go(home(viewer));
}
