import { useNavigate } from '@tanstack/react-router';
import { phone } from '#shared/format.ts';
import { messages } from '#shared/messages.ts';
import { AuthCard } from '#web/frames/AuthCard.tsx';
import type { Me } from '#web/me.ts';
import { toast } from '#web/ui/toast.ts';
import { CompanyInfoForm } from './CompanyInfoForm.tsx';
import { keepDraft, readDraft } from './drafts.ts';
import { type Company, useUpdateCompany } from './queries.ts';

/** `/company-info`: the first step of a new company; later the place where its admin changes it. */
export function CompanyInfoPage({ me, company }: { me: Me; company: Company | null }) {
  return company ? <ChangeInfo company={company} /> : <FirstStep me={me} />;
}

function FirstStep({ me }: { me: Me }) {
  const navigate = useNavigate();
  const draft = readDraft('companyInfo', me.id);
  return (
    <AuthCard
      title="Tell us about your company"
      tab="Company info"
      hint="Step 1 of 2. Drivers see the name and the logo on your jobs."
    >
      <CompanyInfoForm
        initialValues={{
          companyName: draft?.companyName ?? '',
          size: draft?.size ?? null,
          email: draft?.email ?? me.email,
          phone: draft?.phone ?? '',
        }}
        initialLogo={draft?.logo ?? { fileName: '', url: '' }}
        submitLabel="Continue"
        onChange={(values, logo) => keepDraft('companyInfo', me.id, { ...values, logo, isDone: false })}
        onSubmit={async (info, logo) => {
          keepDraft('companyInfo', me.id, { ...info, logo, isDone: true });
          await navigate({ href: '/company-address' });
        }}
      />
    </AuthCard>
  );
}

function ChangeInfo({ company }: { company: Company }) {
  const update = useUpdateCompany();
  return (
    <AuthCard title="Company info" hint="Drivers see the name and the logo on your jobs.">
      <CompanyInfoForm
        initialValues={{
          companyName: company.companyName,
          size: company.size,
          email: company.email,
          phone: company.phone ? phone(company.phone) : '',
        }}
        initialLogo={{ fileName: company.logo, url: company.logoUrl }}
        submitLabel="Save"
        onSubmit={async (info, logo) => {
          await update.mutateAsync({ ...info, logo: logo.fileName });
          toast.success(messages.updated);
        }}
      />
    </AuthCard>
  );
}
