import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '#web/legal/LegalPage.tsx';
import { terms } from '#web/legal/terms.ts';

function TermsPage() {
  return <LegalPage title="Customer Terms of Service" sections={terms} />;
}

export const Route = createFileRoute('/terms')({ component: TermsPage });
