/** The entrance that a screen before the portals belongs to; it decides the picture, the tab and where links lead. */
export type EntranceRole = 'admin' | 'employer';

export function roleOf(search: Record<string, unknown>): EntranceRole | undefined {
  const { role } = search;
  return role === 'admin' || role === 'employer' ? role : undefined;
}

/** The entrance of whoever has to sign in before a path of the app opens. */
export function roleAt(pathname: string): EntranceRole | undefined {
  return /^\/admin(?:\/|$)/.test(pathname) ? 'admin' : undefined;
}

/** For `validateSearch` of a screen that keeps nothing else. */
export const readRole = (search: Record<string, unknown>): { role?: EntranceRole } => ({ role: roleOf(search) });

/** The tab's title follows the section (`spec: access §2`): the admin entrance says so. */
export function tabOf(role: EntranceRole | undefined, name: string): string {
  return role === 'admin' ? `Admin | ${name}` : name;
}
