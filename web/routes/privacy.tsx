import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '#web/legal/LegalPage.tsx';
import { privacy } from '#web/legal/privacy.ts';

function PrivacyPage() {
  return <LegalPage title="Privacy Policy" sections={privacy} />;
}

export const Route = createFileRoute('/privacy')({ component: PrivacyPage });
