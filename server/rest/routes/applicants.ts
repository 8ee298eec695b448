import { rest, type Route } from '#server/rest/table.ts';

/** `rest: Jobs and applicants`, the part about applicants. */
export const applicantRoutes: readonly Route[] = [
  rest('GET', '/jobs/:id/applicants', 'applicants.list'),
  rest('POST', '/jobs/:id/applicants/search', 'applicants.list'),
  rest('POST', '/jobs/:id/applicants/export', 'applicants.export', { download: 'csv' }),
  rest('POST', '/jobs/applicants/rate', 'applicants.rate'),
  rest('GET', '/jobs/:id/candidates', 'applicants.candidates'),
  rest('POST', '/jobs/applicants/tag', 'applicants.tag'),
  rest('POST', '/jobs/:id/applicants/delete-tags', 'applicants.deleteTags', { params: { id: 'jobId' } }),
];
