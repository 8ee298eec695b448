import { createFileRoute, redirect } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { startWithTypedAddress } from '#web/auth/sign-in-code.ts';
import { ApplyAsVisitor } from '#web/drivers/ApplyAsVisitor.tsx';
import { AlreadyApplied, ApplyPage, NotADriver } from '#web/drivers/ApplyPage.tsx';
import { applicationToQuery, profileQuery, publicJobQuery } from '#web/drivers/queries.ts';
import { PublicFrame } from '#web/layouts/PublicFrame.tsx';
import { requireSignedIn } from '#web/signed-in/guard.ts';
import { loadMe } from '#web/signed-in/me.ts';

function ApplyRoute() {
  const { job, isVisitor, profile, sent: application } = Route.useLoaderData();
  return (
    <PublicFrame>
      {isVisitor ? (
        <ApplyAsVisitor job={job} />
      ) : application ? (
        <AlreadyApplied job={job} application={application} />
      ) : profile ? (
        <ApplyPage job={job} profile={profile} />
      ) : (
        <NotADriver job={job} />
      )}
    </PublicFrame>
  );
}

/**
 * Visitors start on the public page `/jobs/{id}/apply`, which asks for their email address and redirects signed-in people to this
 * screen.
 */
export const Route = createFileRoute('/apply/$id')({
  beforeLoad: async ({ location }) => ({ me: (await loadMe()) && (await requireSignedIn(location)) }),
  loader: async ({ context: { me, queryClient }, params }) => {
    const job = await queryClient.ensureQueryData(publicJobQuery(params.id));
    if (job.jobHyperlink) throw redirect({ href: `/jobs/${job.id}/go`, reloadDocument: true });
    if (!me) startWithTypedAddress();
    if (!me || !can(me.roles, 'driver.self')) return { job, isVisitor: !me, profile: null, sent: null };
    const [profile, { items }] = await Promise.all([
      queryClient.fetchQuery(profileQuery()),
      queryClient.fetchQuery(applicationToQuery(params.id)),
    ]);
    return { job, isVisitor: false, profile, sent: items.find((one) => one.status !== 'withdrawn') ?? null };
  },
  component: ApplyRoute,
});
