import { createFileRoute } from '@tanstack/react-router';
import { invoiceDueDays, postingDays } from '#shared/billing/pricing.ts';
import { LegalPage } from '#web/legal/LegalPage.tsx';
import { t } from '#web/texts/app.ts';

/** The terms of use, which describe how the portal works. An operator must have a US lawyer review them before use. */
const sections = [
  { heading: t('legal.eligibility'), text: t('legal.eligibilityText') },
  { heading: t('legal.jobPostings'), text: t('legal.jobPostingsText') },
  { heading: t('legal.pricing'), text: t('legal.pricingText', { days: postingDays, terms: invoiceDueDays }) },
  { heading: t('common.applications'), text: t('legal.applicationsText') },
  { heading: t('legal.termination'), text: t('legal.terminationText') },
];

function TermsPage() {
  return <LegalPage title={t('legal.customerTermsOfService')} sections={sections} />;
}

export const Route = createFileRoute('/terms')({ component: TermsPage });
