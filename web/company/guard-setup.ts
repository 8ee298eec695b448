import { redirect } from '@tanstack/react-router';
import { can, landing, seesEveryCompany } from '#shared/access/access.ts';
import { requireSignedIn } from '#web/guard.ts';
import type { Me } from '#web/me.ts';

/** The setup steps are open to an employer without a company and to the company admin who returns to them. */
export async function requireCompanySetup(location: { href: string; pathname: string }): Promise<Me> {
  const me = await requireSignedIn(location);
  const may = !seesEveryCompany(me.roles) && can(me.roles, me.companyId ? 'company.edit' : 'company.create');
  if (!may) throw redirect({ href: landing(me.roles, me.companyId), replace: true });
  return me;
}
