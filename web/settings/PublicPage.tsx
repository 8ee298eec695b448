import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { can } from '#shared/access/access.ts';
import { publicLink } from '#web/browser/language.ts';
import { type CompanyPage, companyPageQuery } from '#web/company/page-queries.ts';
import type { Company } from '#web/company/queries.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { Section } from '#web/ui/Section.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { CarrierCheckSection } from './CarrierCheckSection.tsx';
import { PublicPageForm } from './PublicPageForm.tsx';

type Props = { company: Company; companyId: string | undefined };

/** The company's public page: its link, and what company admins write for it (`docs/product/companies.md#public-page`). */
export function PublicPage({ company, companyId }: Props) {
  const me = useMe();
  const { data: page, error, refetch, isFetching } = useQuery(companyPageQuery(companyId));
  if (!page)
    return error ? (
      <Section title={t('common.publicPage')}>
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </Section>
    ) : null;
  if (!can(me.roles, 'company.edit'))
    return (
      <Section title={t('common.publicPage')}>
        <PageLink page={page} />
      </Section>
    );
  return (
    <>
      <PublicPageForm page={page} companyId={companyId} link={<PageLink page={page} />} />
      <CarrierCheckSection page={page} company={company} companyId={companyId} />
    </>
  );
}

function PageLink({ page: { path } }: { page: CompanyPage }) {
  if (!path)
    return (
      <Text size="sm" c="dimmed">
        {t('companyPage.notPublicYet')}
      </Text>
    );
  return (
    <Anchor href={publicLink(path)} target="_blank" rel="noopener" size="sm">
      {t('common.viewPublicPage')}
    </Anchor>
  );
}
