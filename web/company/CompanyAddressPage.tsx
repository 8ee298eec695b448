import { Anchor, Stack } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { companyInfoSchema } from '#shared/companies/company.ts';
import { codeOf } from '#web/api/errors.ts';
import { AuthCard } from '#web/layouts/AuthCard.tsx';
import { UnverifiedNotice } from '#web/layouts/UnverifiedNotice.tsx';
import type { Me } from '#web/signed-in/me.ts';
import { t } from '#web/texts/app.ts';
import { UnsavedForms } from '#web/ui/form/UnsavedChanges.tsx';
import { type AddressAnswer, CompanyAddressForm, EditCompanyAddress } from './CompanyAddressForm.tsx';
import { BackToSettings } from './CompanyInfoPage.tsx';
import { addressDraft, clearDrafts, infoDraft } from './drafts.ts';
import { type Company, useCreateCompany } from './queries.ts';

const emptyAddress = { address: null, street2: '', postalCode: '' };

/** `/company-address`: the second setup step, which creates the company. After that, the page changes its address. */
export function CompanyAddressPage({ me, company }: { me: Me; company: Company | null }) {
  return company ? <ChangeAddress company={company} /> : <SecondStep me={me} />;
}

function SecondStep({ me }: { me: Me }) {
  const navigate = useNavigate();
  const create = useCreateCompany();
  const finish = async (address: AddressAnswer) => {
    const { logo, ...info } = companyInfoSchema.parse(infoDraft.read(me.id));
    await create.mutateAsync({ ...info, ...address, logo: logo.fileName });
    clearDrafts(me.id);
    await navigate({ href: '/company/jobs', replace: true });
  };
  return (
    <AuthCard
      title={t('company.addressStepTitle')}
      tabTitle={t('common.companyAddress')}
      hint={t('company.addressStepHint')}
      footer={
        <Anchor component={Link} to="/company-info" size="sm">
          {t('company.backToCompanyInfo')}
        </Anchor>
      }
    >
      <Stack gap="md">
        {codeOf(create.error) === 'email_unverified' ? (
          <UnverifiedNotice
            me={me}
            title={t('company.verifyEmailToCreateCompany')}
            text={t('common.verifyEmailKeepsInputHint', { email: me.email })}
          />
        ) : null}
        <CompanyAddressForm
          initial={addressDraft.read(me.id) ?? emptyAddress}
          submitLabel={t('common.createCompany')}
          onChange={(draft) => addressDraft.write(draft, me.id)}
          onSubmit={finish}
        />
      </Stack>
    </AuthCard>
  );
}

function ChangeAddress({ company }: { company: Company }) {
  return (
    <AuthCard title={t('common.companyAddress')} hint={t('common.jobLocationsLaterHint')} footer={<BackToSettings />}>
      <UnsavedForms>
        <EditCompanyAddress company={company} companyId={undefined} submitLabel={t('common.save')} />
      </UnsavedForms>
    </AuthCard>
  );
}
