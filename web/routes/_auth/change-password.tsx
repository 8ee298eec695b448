import { createFileRoute, useRouter } from '@tanstack/react-router';
import { landing } from '#shared/access.ts';
import { ChangePasswordForm } from '#web/auth/ChangePasswordForm.tsx';
import { EntranceLink } from '#web/auth/EntranceLink.tsx';
import { AuthCard } from '#web/frames/AuthCard.tsx';
import { requireSignedIn } from '#web/guard.ts';
import { toast } from '#web/ui/toast.ts';

/** A password that somebody else set is changed at the first sign-in (`product: Accounts and sessions`). */
function ChangePasswordPage() {
  const { me } = Route.useRouteContext();
  const { history } = useRouter();
  return (
    <AuthCard
      title="Change password"
      hint={me.mustChangePassword ? 'Your password was set by somebody else. Choose your own to go on.' : undefined}
      after={<EntranceLink to="/logout">Log out</EntranceLink>}
    >
      <ChangePasswordForm
        email={me.email}
        onChanged={() => {
          toast.success('Your password was changed');
          history.push(landing(me.roles, me.companyId));
        }}
      />
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/change-password')({
  beforeLoad: async ({ location }) => ({ me: await requireSignedIn(location) }),
  component: ChangePasswordPage,
});
