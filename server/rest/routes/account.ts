import { rest, type Route } from '#server/rest/table.ts';

/** The own account, and the status that an admin gives to others' (`rest: Access`, `rest: Companies, employees, admins`). */
export const accountRoutes: readonly Route[] = [
  rest('POST', '/user/picture', 'account.uploadPicture', { upload: 'file' }),
  rest('DELETE', '/member', 'drivers.deleteAccount', { tag: 'members' }),
  rest('PATCH', '/admin/users/:id/status', 'admin.setAccountStatus'),
];
