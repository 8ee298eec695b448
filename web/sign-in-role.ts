import { t } from '#web/texts/start.ts';
/** Which sign-in page a screen belongs to. It decides the picture, the tab title and where links lead. */
export type SignInPageRole = 'admin' | 'employer';

export function roleOf(search: Record<string, unknown>): SignInPageRole | undefined {
  const { role } = search;
  return role === 'admin' || role === 'employer' ? role : undefined;
}

/** The sign-in page for a path of the app. */
export function roleAt(pathname: string): SignInPageRole | undefined {
  return /^\/admin(?:\/|$)/.test(pathname) ? 'admin' : undefined;
}

/** For `validateSearch` of a screen without other parameters. */
export const readRole = (search: Record<string, unknown>): { role?: SignInPageRole } => ({ role: roleOf(search) });

/** The tab's title starts with the section (`docs/product/screens.md#addresses`), so the admin page says so. */
export function tabOf(role: SignInPageRole | undefined, name: string): string {
  return role === 'admin' ? t('ui.adminName', { name }) : name;
}
