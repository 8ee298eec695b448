import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '#web/legal/LegalPage.tsx';
import { terms } from '#web/legal/terms.ts';
import { t } from '#web/texts/app.ts';

function TermsPage() {
  return <LegalPage title={t('legal.customerTermsOfService')} sections={terms} />;
}

export const Route = createFileRoute('/terms')({ component: TermsPage });
