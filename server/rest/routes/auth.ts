import { rest, type Route } from '#server/rest/table.ts';

/** Accounts and sessions (`rest: Access`). */
export const authRoutes: readonly Route[] = [
  rest('POST', '/auth/login', 'auth.login', { camel: true }),
  rest('POST', '/auth/signup', 'auth.signup', { status: 201 }),
  rest('POST', '/auth/refresh', 'auth.refresh', { camel: true }),
  rest('POST', '/auth/logout', 'auth.logout'),
];
