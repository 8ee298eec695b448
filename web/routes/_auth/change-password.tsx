import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { landing } from '#shared/access/access.ts';
import { messages } from '#shared/messages.ts';
import { ChangePasswordForm, ResetPasswordForm } from '#web/auth/ChangePasswordForm.tsx';
import { type EntranceRole, readRole, tabOf } from '#web/entrance-role.ts';
import { EntranceLink } from '#web/auth/EntranceLink.tsx';
import { resetPassword, heldResetProof, type ResetProof } from '#web/auth/reset-proof.ts';

import { AuthCard } from '#web/frames/AuthCard.tsx';
import { useBusy } from '#web/frames/use-busy.ts';
import { requireSignedIn } from '#web/guard.ts';
import { loadMe, type Me } from '#web/me.ts';
import { toast } from '#web/ui/toast.ts';

function ChangePasswordPage() {
  const { me, proof } = Route.useRouteContext();
  const { role } = Route.useSearch();
  if (proof) return <ResetPasswordCard proof={proof} role={role} />;
  return me ? <OwnPasswordCard me={me} /> : <NoProofCard role={role} />;
}

/** Shown without a reset code: the screen is public, but setting a password needs a code. */
function NoProofCard({ role }: { role: EntranceRole | undefined }) {
  return (
    <AuthCard
      title="Change password"
      tab={tabOf(role, 'Change password')}
      hint="You need a code from your email or your current password."
      after={
        <EntranceLink to="/login" search={{ role, next: '/change-password' }}>
          Sign in
        </EntranceLink>
      }
    >
      <EntranceLink to="/forgot-password" search={{ role }}>
        Get a code
      </EntranceLink>
      <EntranceLink to="/reset-code" search={{ role }}>
        Enter code
      </EntranceLink>
    </AuthCard>
  );
}

/** The third step of a forgotten password: the code was accepted, and the new password is chosen. */
function ResetPasswordCard({ proof, role }: { proof: ResetProof; role: EntranceRole | undefined }) {
  const navigate = useNavigate();
  const { isBusy, whileBusy } = useBusy();
  return (
    <AuthCard
      title="Change password"
      tab={tabOf(role, 'Change password')}
      hint={`Choose a new password for ${proof.email}. You’ll be signed out on all devices.`}
      isBusy={isBusy}
      after={
        <EntranceLink to="/forgot-password" search={{ role }}>
          Get a new code
        </EntranceLink>
      }
    >
      <ResetPasswordForm
        email={proof.email}
        onSubmit={whileBusy(async (newPassword) => {
          await resetPassword(proof, newPassword);
          toast.success(`${messages.passwordChanged}. Sign in with your new password.`);
          await navigate({ to: '/login', search: { role }, replace: true });
        })}
      />
    </AuthCard>
  );
}

/** A password that someone else set is changed at the first sign-in (`docs/product/access.md#passwords`). */
function OwnPasswordCard({ me }: { me: Me }) {
  const { history } = useRouter();
  return (
    <AuthCard
      title="Change password"
      hint={me.mustChangePassword ? 'Someone else set your password. Choose your own to continue.' : undefined}
      after={<EntranceLink to="/logout">Log out</EntranceLink>}
    >
      <ChangePasswordForm
        email={me.email}
        isWide
        onChanged={() => {
          toast.success(messages.passwordChanged);
          history.push(landing(me.roles, me.companyId));
        }}
      />
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/change-password')({
  validateSearch: readRole,
  beforeLoad: async ({ location }): Promise<{ proof: ResetProof | null; me: Me | null }> => {
    const proof = heldResetProof();
    if (proof) return { proof, me: null };
    return { proof, me: (await loadMe()) ? await requireSignedIn(location) : null };
  },
  component: ChangePasswordPage,
});
