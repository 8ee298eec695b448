import { createFileRoute, redirect } from '@tanstack/react-router';
import { landing } from '#shared/access/access.ts';
import { loadMe } from '#web/me.ts';

/** The front door leads on: to the own landing, or to the log-in (`spec: access §2`). */
export const Route = createFileRoute('/')({
  beforeLoad: async () => {
    const me = await loadMe();
    throw redirect({ href: me ? landing(me.roles, me.companyId) : '/login', replace: true });
  },
});
