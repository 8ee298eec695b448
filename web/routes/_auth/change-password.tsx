import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { landingPath } from '#shared/access/access.ts';
import { ChangePasswordForm, ResetPasswordForm } from '#web/auth/ChangePasswordForm.tsx';
import { resetPassword, type ResetProof } from '#web/auth/reset-proof.ts';
import { tabOf } from '#web/auth/tab-title.ts';
import { AuthCard, RouterAnchor } from '#web/layouts/AuthCard.tsx';
import { useBusy } from '#web/layouts/use-busy.ts';
import { type SignInPageRole, readRole } from '#web/session/sign-in-role.ts';
import { requireSignedIn } from '#web/signed-in/guard.ts';
import { loadMe, type Me } from '#web/signed-in/me.ts';
import { t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';

function ChangePasswordPage() {
  const { me, proof } = Route.useRouteContext();
  const { role } = Route.useSearch();
  if (proof) return <ResetPasswordCard proof={proof} role={role} />;
  return me ? <OwnPasswordCard me={me} /> : <NoProofCard role={role} />;
}

/** Shown without a reset code: the screen is public, but setting a password needs a code. */
function NoProofCard({ role }: { role: SignInPageRole | undefined }) {
  return (
    <AuthCard
      title={t('signUp.changePassword')}
      tabTitle={tabOf(role, t('signUp.changePassword'))}
      hint={t('signUp.changePasswordSignedOutHint')}
      footer={
        <RouterAnchor to="/login" search={{ role, next: '/change-password' }}>
          {t('ui.signIn')}
        </RouterAnchor>
      }
    >
      <RouterAnchor to="/forgot-password" search={{ role }}>
        {t('signUp.getACode')}
      </RouterAnchor>
      <RouterAnchor to="/reset-code" search={{ role }}>
        {t('common.enterCode')}
      </RouterAnchor>
    </AuthCard>
  );
}

/** The third step of a forgotten password: the code was accepted, and the new password is chosen. */
function ResetPasswordCard({ proof, role }: { proof: ResetProof; role: SignInPageRole | undefined }) {
  const navigate = useNavigate();
  const { isBusy, whileBusy } = useBusy();
  return (
    <AuthCard
      title={t('signUp.changePassword')}
      tabTitle={tabOf(role, t('signUp.changePassword'))}
      hint={t('signUp.resetPasswordHint', { email: proof.email })}
      isBusy={isBusy}
      footer={
        <RouterAnchor to="/forgot-password" search={{ role }}>
          {t('signUp.getANewCode')}
        </RouterAnchor>
      }
    >
      <ResetPasswordForm
        email={proof.email}
        onSubmit={whileBusy(async (newPassword) => {
          await resetPassword(proof, newPassword);
          toast.success(t('signUp.passwordChanged'));
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
      title={t('signUp.changePassword')}
      hint={me.mustChangePassword ? t('signUp.mustChangePasswordHint') : undefined}
      footer={<RouterAnchor to="/logout">{t('common.logOut')}</RouterAnchor>}
    >
      <ChangePasswordForm
        email={me.email}
        isWide
        onChanged={() => {
          toast.success(t('common.passwordChanged'));
          history.push(landingPath(me.roles, me.companyId));
        }}
      />
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/change-password')({
  validateSearch: readRole,
  beforeLoad: async ({ location }): Promise<{ proof: ResetProof | null; me: Me | null }> => {
    const { loadResetProof } = await import('#web/auth/reset-proof.ts');
    const proof = loadResetProof();
    if (proof) return { proof, me: null };
    return { proof, me: (await loadMe()) ? await requireSignedIn(location) : null };
  },
  component: ChangePasswordPage,
});
