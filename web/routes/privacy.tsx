import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '#web/legal/LegalPage.tsx';
import { privacy } from '#web/legal/privacy.ts';
import { t } from '#web/texts/app.ts';

function PrivacyPage() {
  return <LegalPage title={t('legal.privacyPolicy')} sections={privacy} />;
}

export const Route = createFileRoute('/privacy')({ component: PrivacyPage });
