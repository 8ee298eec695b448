import { rest, type Route } from '#server/rest/table.ts';

/** The back office: who runs the product, who applied, whose account is whose (`rest: Companies, employees, admins`). */
export const adminRoutes: readonly Route[] = [
  rest('POST', '/admin/admins', 'admin.createAdmin', { status: 201 }),
  rest('POST', '/admin/admins/search', 'admin.admins'),
  rest('GET', '/admin/get-admins', 'admin.admins', { deprecated: true }),
  rest('POST', '/admin/get-admins', 'admin.admins', { deprecated: true }),
  rest('GET', '/admin/admins/:id', 'admin.admin'),
  rest('PATCH', '/admin/admins/:id', 'admin.updateAdmin'),
  rest('POST', '/admin/applicants/search', 'admin.applicants'),
  rest('GET', '/admin/applicants/:id/applications', 'admin.sentApplications'),
  rest('POST', '/admin/employers/change-password', 'admin.setEmployerPassword'),
  rest('GET', '/admin/employer/:id', 'admin.employer'),
  rest('PATCH', '/admin/employer/:id', 'admin.editEmployer'),
  rest('GET', '/admin/users/:id/sessions', 'admin.sessions'),
  rest('POST', '/admin/users/:id/sessions/end', 'admin.endSessions'),
];
