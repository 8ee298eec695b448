import { rest, type Route } from '#server/rest/table.ts';

/** Companies as administrators run them, the logs, and messages with support (`rest: Access`, `rest: Companies`). */
export const backOfficeRoutes: readonly Route[] = [
  rest('POST', '/admin/companies', 'companies.create', { status: 201 }),
  rest('POST', '/companies/export', 'companies.export', { download: 'csv' }),
  rest('GET', '/companies/log', 'companies.log'),
  rest('POST', '/companies/log/search', 'companies.log'),
  rest('POST', '/companies/log/export', 'companies.exportLog', { download: 'csv' }),
  rest('GET', '/admin/audit', 'audit.search'),
  rest('POST', '/admin/audit/search', 'audit.search'),
  rest('POST', '/admin/audit/export', 'audit.export', { download: 'csv' }),
  rest('POST', '/admin/jobs/:id/disable', 'jobs.disable'),
  rest('POST', '/admin/jobs/:id/enable', 'jobs.enable'),
  rest('POST', '/contact', 'contact.send', { status: 201 }),
  rest('POST', '/admin/contact_review_job', 'contact.send', { status: 201, deprecated: true }),
  rest('GET', '/contact', 'contact.list'),
  rest('POST', '/contact/search', 'contact.list'),
  rest('GET', '/contact/:id', 'contact.get'),
  rest('POST', '/contact/:id/messages', 'contact.answer', { status: 201 }),
];
