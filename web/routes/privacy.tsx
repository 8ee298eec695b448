import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '#web/legal/LegalPage.tsx';
import { t } from '#web/texts/app.ts';

/**
 * The privacy policy, which describes what the code stores and who can see it. An operator must have a US lawyer review it
 * before use.
 */
const sections = [
  { heading: t('legal.collect'), text: t('legal.collectText') },
  { heading: t('legal.visible'), text: t('legal.visibleText') },
  { heading: t('legal.messages'), text: t('legal.messagesText') },
  { heading: t('legal.cookies'), text: t('legal.cookiesText') },
  { heading: t('legal.deletion'), text: t('legal.deletionText') },
];

function PrivacyPage() {
  return <LegalPage title={t('legal.privacyPolicy')} sections={sections} />;
}

export const Route = createFileRoute('/privacy')({ component: PrivacyPage });
