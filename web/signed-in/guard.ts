import { redirect } from '@tanstack/react-router';
import { mayOpen, type PortalId, seesEveryCompany, can, landingPath } from '#shared/access/access.ts';
import { isImpersonating } from '#web/session/session.ts';
import { roleAt } from '#web/session/sign-in-role.ts';
import { loadMe, logOut, type Me } from './me.ts';

type Location = { href: string; pathname: string };

/** Redirects to the sign-in page of the section and remembers the requested path. */
function toLogin({ href, pathname }: Location) {
  return redirect({ to: '/login', search: { next: href, role: roleAt(pathname) } });
}

/**
 * Requires a signed-in person. Redirects people whose password someone else set to the screen that changes it
 * (`docs/product/access.md#passwords`), and people who need a second factor to the screen that sets it up.
 */
export async function requireSignedIn(location: Location): Promise<Me> {
  const me = await loadMe();
  if (!me) throw toLogin(location);
  if (me.mustChangePassword && !me.impersonatorId && location.pathname !== '/change-password') {
    throw redirect({ to: '/change-password' });
  }
  if (me.mustSetUpFactor && !me.mustChangePassword && location.pathname !== '/two-step-setup') {
    throw redirect({ to: '/two-step-setup' });
  }
  return me;
}

/**
 * The guard of a section, for `beforeLoad` (`docs/product/access.md#route-access`). A person without access is redirected to
 * sign-in, and from there to their own landing page if they have one. Roles are not checked while an administrator
 * impersonates someone. Opening a section other than the company portal then restores the administrator's own session.
 */
export async function requireSection(section: PortalId, location: Location): Promise<Me> {
  if (section !== 'company' && isImpersonating()) {
    const { backToAdmin } = await import('./impersonate.ts');
    await backToAdmin();
  }
  const me = await requireSignedIn(location);
  if (!isImpersonating() && !mayOpen(section, location.pathname, me.roles)) {
    if (me.roles.length === 0) await logOut();
    throw redirect({ to: '/login' });
  }
  if (section === 'company' && !me.companyId && !seesEveryCompany(me.roles)) throw redirect({ to: '/company-info' });
  return me;
}

/**
 * Returns the path to continue on after sign-in, or null if it is not a path of this app or is the sign-out page. Browsers
 * treat a backslash as a slash and drop control characters, so either could hide another site's address.
 */
export function safeNext(next: unknown): string | null {
  return typeof next === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(next) && !logoutPath.test(next) ? next : null;
}

const logoutPath = /^[^?#]*\/logout\/?(?:[?#]|$)/;

/** The setup steps are open to an employer without a company and to the company admin who returns to them. */
export async function requireCompanySetup(location: { href: string; pathname: string }): Promise<Me> {
  const me = await requireSignedIn(location);
  const may = !seesEveryCompany(me.roles) && can(me.roles, me.companyId ? 'company.edit' : 'company.create');
  if (!may) throw redirect({ href: landingPath(me.roles, me.companyId), replace: true });
  return me;
}
