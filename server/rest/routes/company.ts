import { rest, type Route } from '#server/rest/table.ts';

/** `rest: Companies, employees, admins` and the address fields of any client. */
export const companyRoutes: readonly Route[] = [
  rest('POST', '/companies', 'company.create', { status: 201 }),
  rest('PATCH', '/companies', 'company.update'),
  rest('GET', '/companies/tags', 'company.tags'),
  rest('POST', '/companies/tag', 'company.createTag', { status: 201 }),
  rest('DELETE', '/companies/tag/:id', 'company.deleteTag'),
  rest('POST', '/companies/search', 'company.search'),
  rest('POST', '/companies/logo', 'company.uploadLogo', { upload: 'file' }),
  rest('GET', '/companies/logo/:fileName', 'company.logo'),
  rest('GET', '/companies/:id', 'company.get', { params: { id: 'companyId' } }),
  rest('PATCH', '/companies/:id', 'company.update', { params: { id: 'companyId' } }),
  rest('GET', '/companies/:id/employers', 'company.employees', { params: { id: 'companyId' } }),
  rest('GET', '/admin/companies/:id/employers', 'company.employees', { params: { id: 'companyId' } }),
  rest('POST', '/companies/:id/employers/search', 'company.employees', { params: { id: 'companyId' } }),
  rest('POST', '/companies/:id/employers', 'employees.add', { status: 201, params: { id: 'companyId' }, tag: 'company' }),
  rest('GET', '/employees', 'company.employees'),
  rest('POST', '/employees/search', 'company.employees'),
  rest('POST', '/employees', 'employees.add', { status: 201 }),
  rest('POST', '/employees/password', 'employees.setPassword'),
  rest('GET', '/employees/:id', 'employees.get'),
  rest('PATCH', '/employees/:id', 'employees.update'),
  rest('POST', '/employees/:id/invite', 'employees.inviteAgain'),
  rest('PATCH', '/admin/companies/:id/status', 'company.setStatus', { params: { id: 'companyId' } }),
  rest('GET', '/places', 'places.autocomplete', { tag: 'places' }),
  rest('GET', '/places/:id', 'places.details', { tag: 'places' }),
];
