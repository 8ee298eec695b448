import { redirect } from '@tanstack/react-router';
import { mayOpen, type PortalId, seesEveryCompany } from '#shared/access/access.ts';
import { roleAt } from './entrance-role.ts';
import { loadMe, logOut, type Me } from './me.ts';
import { isImpersonating } from './session.ts';

type Location = { href: string; pathname: string };

/** Sends to the sign-in of the area, the admins' own for the admin area, which then leads back to where the visitor wanted to go. */
function toLogin({ href, pathname }: Location) {
  return redirect({ to: '/login' as string, search: { next: href, role: roleAt(pathname) } });
}

/** Anybody signed in; one whose password somebody else set is held at the change screen (`product: Accounts`). */
export async function requireSignedIn(location: Location): Promise<Me> {
  const me = await loadMe();
  if (!me) throw toLogin(location);
  if (me.mustChangePassword && !me.impersonatorId && location.pathname !== '/change-password') {
    throw redirect({ to: '/change-password' as string });
  }
  return me;
}

/**
 * A section's guard: for `beforeLoad`. Who is not let in goes to the log-in, which leads on to their own landing; one whom
 * no section lets in stays there. An admin's token in storage overrides the role check, and opening a section other than
 * the companies' while impersonating brings the admin's own session back (`spec: access §2`).
 */
export async function requireSection(section: PortalId, location: Location): Promise<Me> {
  if (section !== 'company' && isImpersonating()) {
    const { backToAdmin } = await import('./act-as.ts');
    await backToAdmin();
  }
  const me = await requireSignedIn(location);
  if (!isImpersonating() && !mayOpen(section, location.pathname, me.roles)) {
    if (me.roles.length === 0) await logOut();
    throw redirect({ to: '/login' as string });
  }
  if (section === 'company' && !me.companyId && !seesEveryCompany(me.roles)) throw redirect({ to: '/company-info' as string });
  return me;
}

/**
 * A path of ours to go on to after signing in; anything else is not followed. Browsers read a backslash as a slash and leave
 * control characters out, so what stands behind either may be somebody else's address. Nobody signs in to sign out again.
 */
export function safeNext(next: unknown): string | null {
  return typeof next === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(next) && !leadsOut.test(next) ? next : null;
}

const leadsOut = /^[^?#]*\/logout\/?(?:[?#]|$)/;
