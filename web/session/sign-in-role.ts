/** The sign-in page that a screen belongs to. It determines the picture, the tab title and the links. */
export type SignInPageRole = 'admin' | 'employer';

export function roleOf(search: Record<string, unknown>): SignInPageRole | undefined {
  const { role } = search;
  return role === 'admin' || role === 'employer' ? role : undefined;
}

/** The sign-in page for a path of the app. */
export function roleAt(pathname: string): SignInPageRole | undefined {
  return /^\/admin(?:\/|$)/.test(pathname) ? 'admin' : undefined;
}

/** Reads `?role=` for `validateSearch` of a screen without other parameters. */
export const readRole = (search: Record<string, unknown>): { role?: SignInPageRole } => ({ role: roleOf(search) });
