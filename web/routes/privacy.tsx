import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '#web/legal/LegalPage.tsx';
import { t } from '#web/texts/app.ts';

/** What is stored about people and who sees it, as the code does it. An operator must have a US lawyer review it before use. */
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
