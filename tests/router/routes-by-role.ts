/**
 * Lists every screen and the roles that can open it (`docs/product/access.md#route-access`), independently of the access
 * table that the guards use. route-access.test.ts fails if a route is missing here.
 */
const employees = ['company admin', 'company user'] as const;
const administrators = ['super admin', 'admin'] as const;
const newsRoles = ['news admin', 'news contributor'] as const;

/** A `newcomer` is a company user without a company. A `stranger` is not signed in. */
export type Viewer =
  | 'stranger'
  | (typeof employees)[number]
  | (typeof administrators)[number]
  | (typeof newsRoles)[number]
  | 'internal user'
  | 'driver'
  | 'ads admin'
  | 'newcomer';

export const signedInViewers: readonly Viewer[] = [
  ...administrators,
  'internal user',
  ...employees,
  'newcomer',
  ...newsRoles,
  'driver',
  'ads admin',
];
export const viewers: readonly Viewer[] = ['stranger', ...signedInViewers];

/** The landing page of each role. */
export const landingPaths: Record<Exclude<Viewer, 'stranger'>, string> = {
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
  /** The path to open, for a route with parameters. */
  samplePath?: string;
  /** The viewers with access. Others are redirected to sign-in, and from there to their landing page if they are signed in. */
  allowedViewers: readonly Viewer[];
  /** Where viewers with access are redirected. */
  redirectTarget?: string | ((viewer: Viewer) => string);
  /** Where viewers of the section without access are redirected, instead of to sign-in. */
  redirectsTo?: { path: string; affectedViewers: readonly Viewer[] };
};

const companyViewers: readonly Viewer[] = [...employees, 'internal user', ...administrators];
const membersViewers: readonly Viewer[] = ['driver', 'internal user', ...administrators];
const newsViewers: readonly Viewer[] = [...newsRoles, 'internal user', ...administrators, 'ads admin'];
const adsViewers: readonly Viewer[] = ['ads admin', ...administrators];
const nonPostingViewers: readonly Viewer[] = ['internal user', ...administrators];
const redirectToJobList = { path: '/company/jobs', affectedViewers: nonPostingViewers };
/** Internal users cannot open the settings (`docs/product/access.md#route-access`). */
const settingsViewers: readonly Viewer[] = [...employees, ...administrators];
const getFirstSettingsPath = (viewer: Viewer) =>
  viewer === 'company admin' || viewer === 'company user'
    ? '/company/settings/company-settings'
    : '/company/settings/account-settings';
const getHomePath = (viewer: Viewer) => (viewer === 'stranger' ? '/login' : landingPaths[viewer]);

export const routesByRole: readonly RouteRow[] = [
  { route: '/', allowedViewers: viewers, redirectTarget: getHomePath },
  { route: '/login', allowedViewers: ['stranger'] },
  { route: '/signup', allowedViewers: ['stranger'] },
  /** The test opens this screen without a provider's response. */
  { route: '/login/social', allowedViewers: viewers, redirectTarget: '/login' },
  /** No sign-in waits for its second step here. */
  { route: '/login/verify', allowedViewers: viewers, redirectTarget: '/login' },
  { route: '/company-login', allowedViewers: viewers, redirectTarget: '/login' },
  { route: '/admin-login', allowedViewers: viewers, redirectTarget: '/login' },
  /** No other screen passed an email address here. */
  { route: '/fast-login', allowedViewers: viewers, redirectTarget: '/signup' },
  { route: '/forgot-password', allowedViewers: viewers },
  { route: '/reset-code', allowedViewers: viewers },
  { route: '/logout', allowedViewers: viewers },
  { route: '/change-password', allowedViewers: viewers },
  { route: '/account', allowedViewers: signedInViewers },
  { route: '/account/security', allowedViewers: signedInViewers },
  /** None of these people have to set up a second factor. */
  { route: '/two-step-setup', allowedViewers: signedInViewers, redirectTarget: getHomePath },
  { route: '/deleted-members', allowedViewers: viewers },
  /** The token is not valid, so the screen shows a message. */
  { route: '/join', allowedViewers: viewers },
  /** The token is not valid. */
  { route: '/email/validation', allowedViewers: viewers, redirectTarget: '/email/validation/unsuccess' },
  { route: '/email/validation/success', allowedViewers: viewers },
  /** The token is not valid, so the screen shows a message. */
  { route: '/email/company', allowedViewers: viewers },
  { route: '/email/validation/unsuccess', allowedViewers: viewers },
  /** Every other path shows the not-found page. */
  { route: '/$', samplePath: '/nowhere', allowedViewers: viewers },
  { route: '/terms', allowedViewers: viewers },
  { route: '/privacy', allowedViewers: viewers },
  { route: '/interview', allowedViewers: viewers },
  { route: '/apply/$id', samplePath: '/apply/1', allowedViewers: viewers },
  { route: '/jobs/$id/apply', samplePath: '/jobs/1/apply', allowedViewers: viewers, redirectTarget: '/apply/1' },

  { route: '/company-info', allowedViewers: ['newcomer', 'company admin'] },
  /** A newcomer has to fill in `/company-info` first. */
  {
    route: '/company-address',
    allowedViewers: ['newcomer', 'company admin'],
    redirectTarget: (viewer) => (viewer === 'newcomer' ? '/company-info' : ''),
  },

  { route: '/admin', allowedViewers: administrators, redirectTarget: '/admin/company-list' },
  { route: '/admin/company-list', allowedViewers: administrators },
  { route: '/admin/user-management', allowedViewers: administrators },
  { route: '/admin/user-management/admins', allowedViewers: administrators },
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
    allowedViewers: administrators,
  })),
  ...[
    '/admin/messages/$id',
    '/admin/companies/$id',
    '/admin/company-list/$id/job-content',
    '/admin/company-list/$id/address',
  ].map((route) => ({ route, samplePath: route.replace('$id', '1'), allowedViewers: administrators })),
  { route: '/admin/logout', allowedViewers: administrators, redirectTarget: '/logout' },

  { route: '/company', allowedViewers: companyViewers, redirectTarget: '/company/jobs' },
  { route: '/company/messages', allowedViewers: companyViewers },
  { route: '/company/messages/$id', samplePath: '/company/messages/1', allowedViewers: companyViewers },
  { route: '/company/logout', allowedViewers: companyViewers, redirectTarget: '/logout' },
  { route: '/company/jobs', allowedViewers: companyViewers },
  { route: '/company/applicants', allowedViewers: companyViewers },
  { route: '/company/applicants/$id', samplePath: '/company/applicants/1', allowedViewers: companyViewers },
  { route: '/company/interviews', allowedViewers: companyViewers },
  { route: '/company/follow-ups', allowedViewers: companyViewers },
  { route: '/company/driver-messages', allowedViewers: companyViewers },
  { route: '/company/reports', allowedViewers: companyViewers },
  /** Redirects to the company's settings or, for people without a company, to the account settings. */
  { route: '/company/settings', allowedViewers: settingsViewers, redirectTarget: getFirstSettingsPath },
  ...['company-settings', 'account-settings', 'address-settings', 'password', 'payment', 'billing', 'billing/order-history'].map(
    (section) => ({ route: `/company/settings/${section}`, allowedViewers: settingsViewers }),
  ),
  { route: '/company/notifications', allowedViewers: companyViewers },
  { route: '/company/settings/notifications', allowedViewers: settingsViewers },
  { route: '/company/settings/employees', allowedViewers: settingsViewers },
  { route: '/company/settings/tags', allowedViewers: settingsViewers },
  /** Only company admins and administrators can open the log. Administrators see the log of all companies. */
  {
    route: '/company/settings/log',
    allowedViewers: settingsViewers,
    redirectTarget: (viewer) => (viewer === 'company user' ? getFirstSettingsPath(viewer) : ''),
  },
  { route: '/company/jobs/$id/detail', samplePath: '/company/jobs/1/detail', allowedViewers: companyViewers },
  { route: '/company/jobs/$id/candidates', samplePath: '/company/jobs/1/candidates', allowedViewers: companyViewers },
  ...['job-content', 'address', 'addons'].map((screen) => ({
    route: `/company/jobs/$id/${screen}`,
    samplePath: `/company/jobs/1/${screen}`,
    allowedViewers: companyViewers,
  })),
  /** A person who cannot buy is redirected to the job. */
  {
    route: '/company/jobs/$id/purchase',
    samplePath: '/company/jobs/1/purchase',
    allowedViewers: employees,
    redirectsTo: { path: '/company/jobs/1/detail', affectedViewers: ['internal user', ...administrators] },
  },
  {
    route: '/company/jobs/$id/job-content-duplicate',
    samplePath: '/company/jobs/1/job-content-duplicate',
    allowedViewers: companyViewers,
  },
  /** These steps redirect to the first step until it is filled in. */
  ...['address-duplicate', 'addons-duplicate'].map((step) => ({
    route: `/company/jobs/$id/${step}`,
    samplePath: `/company/jobs/1/${step}`,
    allowedViewers: companyViewers,
    redirectTarget: '/company/jobs/1/job-content-duplicate',
  })),
  { route: '/company/jobs/new', allowedViewers: employees, redirectsTo: redirectToJobList },
  /** The later steps redirect to the first step until it is filled in. */
  {
    route: '/company/jobs/new/targeting-address',
    allowedViewers: employees,
    redirectTarget: '/company/jobs/new',
    redirectsTo: redirectToJobList,
  },
  {
    route: '/company/jobs/new/addons',
    allowedViewers: employees,
    redirectTarget: '/company/jobs/new',
    redirectsTo: redirectToJobList,
  },
  {
    route: '/company/jobs/new/payment-method',
    allowedViewers: employees,
    redirectTarget: '/company/jobs/new',
    redirectsTo: redirectToJobList,
  },
  /** Without an order there is nothing to show. */
  { route: '/company/jobs/posted', allowedViewers: companyViewers, redirectTarget: '/company/jobs' },

  { route: '/admin/channels', allowedViewers: newsRoles },
  { route: '/news', allowedViewers: newsViewers },
  { route: '/news/$id', samplePath: '/news/1', allowedViewers: newsViewers },
  { route: '/news/$id/posts/$postId', samplePath: '/news/1/posts/2', allowedViewers: newsViewers },

  { route: '/members/saved', allowedViewers: membersViewers },
  { route: '/members/searches', allowedViewers: membersViewers },
  { route: '/members/profile', allowedViewers: membersViewers },
  { route: '/members/applications', allowedViewers: membersViewers },
  { route: '/members/messages', allowedViewers: membersViewers },
  { route: '/members/messages/$id', samplePath: '/members/messages/1', allowedViewers: membersViewers },
  { route: '/members/notifications', allowedViewers: membersViewers },
  { route: '/members/news', allowedViewers: membersViewers },
  { route: '/members/news/$id', samplePath: '/members/news/1', allowedViewers: membersViewers },
  { route: '/members', allowedViewers: membersViewers, redirectTarget: '/members/home' },
  { route: '/members/home', allowedViewers: membersViewers },
  { route: '/members/settings', allowedViewers: membersViewers },
  { route: '/members/settings/profile', allowedViewers: membersViewers, redirectTarget: '/members/profile' },
  { route: '/members/settings/notifications', allowedViewers: membersViewers },
  { route: '/members/settings/reset-password', allowedViewers: membersViewers },
  { route: '/members/settings/delete-account', allowedViewers: membersViewers },

  { route: '/ads', allowedViewers: adsViewers, redirectTarget: '/ads/manage' },
  { route: '/ads/manage', allowedViewers: adsViewers },
  { route: '/ads/manage/new', allowedViewers: adsViewers },
  { route: '/ads/manage/$id', samplePath: '/ads/manage/1', allowedViewers: adsViewers },
  { route: '/ads/manage/$id/report', samplePath: '/ads/manage/1/report', allowedViewers: adsViewers },
  { route: '/ads/settings', allowedViewers: adsViewers, redirectTarget: '/ads/settings/home' },
  { route: '/ads/settings/home', allowedViewers: adsViewers },

  ...['axios-list', 'buttons', 'icons', 'layout-example', 'modal', 'redux-example', 'saga-example', 'texts', 'todos'].map(
    (name) => ({ route: `/${name}`, allowedViewers: viewers }),
  ),
];

/** Returns the path that a viewer reaches after all redirects. */
export function findFinalPath(path: string, viewer: Viewer): string {
  const row = routesByRole.find(({ route, samplePath: at }) => (at ?? route) === path);
  // A landing page may not be listed above.
  if (!row) return path;
  const follow = (next: string) => (next && next !== path ? findFinalPath(next, viewer) : path);
  if (row.allowedViewers.includes(viewer))
    return follow(typeof row.redirectTarget === 'function' ? row.redirectTarget(viewer) : (row.redirectTarget ?? ''));
  if (row.redirectsTo?.affectedViewers.includes(viewer)) return follow(row.redirectsTo.path);
  return follow(getHomePath(viewer));
}
