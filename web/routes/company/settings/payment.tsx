import { createFileRoute } from '@tanstack/react-router';
import { cardQuery, billingDetailsQuery } from '#web/billing/queries.ts';
import { companyQuery } from '#web/company/queries.ts';
import { PaymentSettingsPage } from '#web/settings/PaymentSettingsPage.tsx';
import { ChooseCompanyNotice } from '#web/settings/SettingsFrame.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';

function PaymentSection() {
  return useMe().companyId ? <PaymentSettingsPage /> : <ChooseCompanyNotice title={t('common.payment')} />;
}

export const Route = createFileRoute('/company/settings/payment')({
  loader: async ({ context: { queryClient, me } }) => {
    if (!me.companyId) return;
    await Promise.all([
      queryClient.ensureQueryData(companyQuery()),
      queryClient.ensureQueryData(cardQuery()),
      queryClient.ensureQueryData(billingDetailsQuery()),
    ]);
  },
  component: PaymentSection,
});
