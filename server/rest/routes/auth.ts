import { rest, type Route } from '#server/rest/table.ts';

/** Accounts and sessions (`rest: Access`). */
export const authRoutes: readonly Route[] = [
  rest('POST', '/auth/login', 'auth.login', { camel: true }),
  rest('POST', '/auth/login/social', 'auth.socialLogin', { camel: true }),
  rest('POST', '/auth/login/impersonate', 'auth.impersonate', { camel: true, query: ['userId'] }),
  rest('POST', '/auth/signup', 'auth.signup', { status: 201 }),
  rest('POST', '/auth/refresh', 'auth.refresh', { camel: true }),
  rest('POST', '/auth/logout', 'auth.logout'),
  rest('POST', '/auth/email-check-token', 'auth.emailCheckToken'),
  rest('POST', '/auth/validate-employer-email', 'auth.checkEmail', { camel: true }),
  rest('POST', '/auth/verify-email', 'auth.verifyEmail'),
  rest('POST', '/auth/resend-verification', 'auth.resendVerification'),
  rest('POST', '/auth/accept-terms', 'auth.acceptTerms'),
  rest('POST', '/auth/change-password', 'auth.changePassword'),
  rest('POST', '/auth/token-password', 'auth.tokenPassword'),
  rest('POST', '/auth/verify-token-password', 'auth.verifyTokenPassword'),
  rest('POST', '/auth/reset-password', 'auth.resetPassword'),
  rest('GET', '/user', 'auth.profile', { camel: true }),
  rest('PATCH', '/user', 'auth.updateProfile', { camel: true }),
  rest('POST', '/lead/invite', 'auth.invite'),
  rest('GET', '/employer', 'auth.employer'),
  rest('PATCH', '/employer', 'auth.updateEmployer'),
];
