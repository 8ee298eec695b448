import { Button } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { readToken } from '#web/browser/search-params.ts';
import { AuthCard } from '#web/layouts/AuthCard.tsx';
import { loadMe } from '#web/signed-in/me.ts';
import { t } from '#web/texts/app.ts';

function CompanyEmailPage() {
  const { isVerified, me } = Route.useRouteContext();
  const texts = isVerified
    ? { title: t('common.companyEmailVerified'), hint: t('signUp.companyEmailVerifiedHint') }
    : {
        title: t('signUp.companyEmailNotVerifiedTitle'),
        hint: t('signUp.companyEmailNotVerifiedHint'),
      };
  return (
    <AuthCard
      title={texts.title}
      tabTitle={isVerified ? t('common.companyEmailVerified') : t('signUp.companyEmailNotVerified')}
      hint={texts.hint}
    >
      <Button component="a" href={me ? '/company/settings/company-settings' : '/login'} color="orange">
        {me ? t('common.openSettings') : t('ui.signIn')}
      </Button>
    </AuthCard>
  );
}

/** The link in the email that verifies a company's address. */
export const Route = createFileRoute('/_auth/email/company')({
  validateSearch: readToken,
  preload: false,
  beforeLoad: async ({ search }) => {
    const { verifyCompanyEmail } = await import('#web/auth/emailed-link.ts');
    return { isVerified: await verifyCompanyEmail(search.token), me: await loadMe() };
  },
  component: CompanyEmailPage,
});
