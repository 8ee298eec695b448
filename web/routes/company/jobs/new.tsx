import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { can } from '#shared/access.ts';
import { NewJobFrame } from '#web/jobs/NewJobFrame.tsx';

function NewJobFlow() {
  const { companyId } = Route.useRouteContext();
  return (
    <NewJobFrame companyId={companyId}>
      <Outlet />
    </NewJobFrame>
  );
}

/** Jobs are posted by people of a company, in its name. */
export const Route = createFileRoute('/company/jobs/new')({
  beforeLoad: ({ context: { me } }) => {
    if (!me.companyId || !can(me.roles, 'jobs.edit')) throw redirect({ to: '/company/jobs', replace: true });
    return { companyId: me.companyId };
  },
  component: NewJobFlow,
});
