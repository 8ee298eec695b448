import { rest, type Route } from '#server/rest/table.ts';

/** `rest: Drivers and the public` */
export const driverRoutes: readonly Route[] = [
  rest('GET', '/public/jobs', 'public.search'),
  rest('GET', '/public/jobs/:id', 'public.job'),
  rest('GET', '/member/profile', 'drivers.profile', { tag: 'members' }),
  rest('PATCH', '/member/profile', 'drivers.updateProfile', { tag: 'members' }),
  rest('POST', '/jobs/:id/apply', 'drivers.applyTo', { tag: 'members', status: 201 }),
  rest('GET', '/member/applications', 'drivers.applications', { tag: 'members' }),
  rest('GET', '/member/matching-jobs', 'drivers.matchingJobs', { tag: 'members' }),
  rest('DELETE', '/member/applications/:id', 'drivers.withdraw', { tag: 'members' }),
];
