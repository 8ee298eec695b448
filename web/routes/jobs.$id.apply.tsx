import { createFileRoute, redirect } from '@tanstack/react-router';
import { can } from '#shared/access.ts';
import { ApplyEntrance, ApplyPage } from '#web/drivers/ApplyPage.tsx';
import { PublicFrame } from '#web/drivers/PublicFrame.tsx';
import { profileQuery, publicJobQuery } from '#web/drivers/queries.ts';
import { loadMe } from '#web/me.ts';

function ApplyRoute() {
  const { job, profile, isOther } = Route.useLoaderData();
  return (
    <PublicFrame>
      {profile ? <ApplyPage job={job} profile={profile} /> : <ApplyEntrance job={job} isOther={isOther} />}
    </PublicFrame>
  );
}

export const Route = createFileRoute('/jobs/$id/apply')({
  loader: async ({ context: { queryClient }, params }) => {
    const [me, job] = await Promise.all([loadMe(), queryClient.ensureQueryData(publicJobQuery(params.id))]);
    if (job.jobHyperlink) throw redirect({ href: `/jobs/${job.id}/go`, reloadDocument: true });
    const isDriver = me !== null && can(me.roles, 'driver.self');
    const profile = isDriver ? await queryClient.fetchQuery(profileQuery()) : null;
    return { job, profile, isOther: me !== null && !isDriver };
  },
  component: ApplyRoute,
});
