import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { can } from '#shared/access.ts';
import { flags } from '#web/flags.ts';
import { NewJobFrame } from '#web/jobs/NewJobFrame.tsx';

function NewJobFlow() {
  const { companyId } = Route.useRouteContext();
  return (
    <NewJobFrame companyId={companyId}>
      <Outlet />
    </NewJobFrame>
  );
}

/** Jobs are posted by people of a company, in its name: who may act as them is asked as whom. */
export const Route = createFileRoute('/company/jobs/new')({
  beforeLoad: ({ context: { me } }) => {
    if (me.companyId && can(me.roles, 'jobs.post')) return { companyId: me.companyId };
    const search = flags.pickers && can(me.roles, 'account.impersonate') ? { create: true } : {};
    throw redirect({ to: '/company/jobs', search, replace: true });
  },
  component: NewJobFlow,
});
