import { Anchor, Stack } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { companyInfoSchema } from '#shared/companies/company.ts';
import { UnverifiedNotice } from '#web/frames/UnverifiedNotice.tsx';
import { codeOf } from '#web/errors.ts';
import { AuthCard } from '#web/frames/AuthCard.tsx';
import { UnsavedForms } from '#web/ui/form/UnsavedChanges.tsx';
import type { Me } from '#web/me.ts';
import { type AddressAnswer, CompanyAddressForm, EditCompanyAddress } from './CompanyAddressForm.tsx';
import { BackToSettings } from './CompanyInfoPage.tsx';
import { addressDraft, clearDrafts, infoDraft } from './drafts.ts';

import { type Company, useCreateCompany } from './queries.ts';

const nothing = { address: null, street2: '', postalCode: '' };

/** `/company-address`: the second step of a new company, which creates it. Later it changes the address. */
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
      title="Where is your company?"
      tab="Company address"
      hint="Step 2 of 2. You’ll set each job’s location separately."
      after={
        <Anchor component={Link} to="/company-info" size="sm">
          Back to company info
        </Anchor>
      }
    >
      <Stack gap="md">
        {codeOf(create.error) === 'email_unverified' ? (
          <UnverifiedNotice
            me={me}
            title="Verify your email to create another company"
            text={`Select Send again to get a link at ${me.email}. Open the link, then come back. What you typed stays here.`}
          />
        ) : null}
        <CompanyAddressForm
          initial={addressDraft.read(me.id) ?? nothing}
          submitLabel="Create company"
          onChange={(draft) => addressDraft.write(draft, me.id)}
          onSubmit={finish}
        />
      </Stack>
    </AuthCard>
  );
}

function ChangeAddress({ company }: { company: Company }) {
  return (
    <AuthCard title="Company address" hint="You’ll set each job’s location separately." after={<BackToSettings />}>
      <UnsavedForms>
        <EditCompanyAddress company={company} companyId={undefined} submitLabel="Save" />
      </UnsavedForms>
    </AuthCard>
  );
}
