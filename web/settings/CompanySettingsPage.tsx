import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { can } from '#shared/access/access.ts';
import { companyQuery } from '#web/company/queries.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useMe } from '#web/use-me.ts';
import { CompanyEmailNotice } from './CompanyEmailNotice.tsx';
import { CompanyFacts } from './CompanyFacts.tsx';
import { CompanySettingsForm } from './CompanySettingsForm.tsx';

/** `/company/settings/company-settings`: what drivers see of the company, and how it works here. Its admins edit, its users see. */
export function CompanySettingsPage({ companyId }: { companyId: string | undefined }) {
  const me = useMe();
  const { data: company } = useSuspenseQuery(companyQuery(companyId));
  const mayEdit = can(me.roles, 'company.edit');
  return (
    <>
      <PageHeader title="Company settings" description={mayEdit ? undefined : 'Only company admins can change these settings.'} />
      <Stack gap="lg" maw="46rem">
        <CompanyEmailNotice company={company} companyId={companyId} mayEdit={mayEdit && me.impersonatorId === null} />
        {mayEdit ? (
          <CompanySettingsForm key={company.id} company={company} companyId={companyId} />
        ) : (
          <CompanyFacts company={company} />
        )}
      </Stack>
    </>
  );
}
