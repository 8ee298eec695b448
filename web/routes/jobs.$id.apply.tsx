import { createFileRoute, redirect } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { AppliedBefore, ApplyEntrance, ApplyPage } from '#web/drivers/ApplyPage.tsx';
import { PublicFrame } from '#web/drivers/PublicFrame.tsx';
import { applicationToQuery, profileQuery, publicJobQuery } from '#web/drivers/queries.ts';
import { loadMe } from '#web/me.ts';

function ApplyRoute() {
  const { job, profile, sent, isOther } = Route.useLoaderData();
  return (
    <PublicFrame>
      {sent ? (
        <AppliedBefore job={job} sent={sent} />
      ) : profile ? (
        <ApplyPage job={job} profile={profile} />
      ) : (
        <ApplyEntrance job={job} isOther={isOther} />
      )}
    </PublicFrame>
  );
}

export const Route = createFileRoute('/jobs/$id/apply')({
  loader: async ({ context: { queryClient }, params }) => {
    const [me, job] = await Promise.all([loadMe(), queryClient.ensureQueryData(publicJobQuery(params.id))]);
    if (job.jobHyperlink) throw redirect({ href: `/jobs/${job.id}/go`, reloadDocument: true });
    const isDriver = me !== null && can(me.roles, 'driver.self');
    if (!isDriver) return { job, profile: null, sent: null, isOther: me !== null };
    const [profile, { items }] = await Promise.all([
      queryClient.fetchQuery(profileQuery()),
      queryClient.fetchQuery(applicationToQuery(params.id)),
    ]);
    return { job, profile, sent: items.find((one) => one.status !== 'withdrawn') ?? null, isOther: false };
  },
  component: ApplyRoute,
});
