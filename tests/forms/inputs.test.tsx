import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { adminFields } from '#shared/admin/admin.ts';
import { adFields } from '#shared/ads.ts';
import { companyInfoFields } from '#shared/companies/company.ts';
import { employeeFields } from '#shared/companies/employee.ts';
import { driverFields, driverFormSchema, driverProfileSchema } from '#shared/drivers/driver.ts';
import { jobFields } from '#shared/jobs/job-fields.ts';
import { channelFields } from '#shared/news/news.ts';
import { type Field, propertyOf } from '#shared/resource.ts';
import { AdminFields } from '#web/admin/AdminsPage.tsx';
import { editCompanyFields, newCompanyFields } from '#web/admin/CompanyFields.tsx';
import { CompanySection } from '#web/admin/EditCompanyPage.tsx';
import { NewCompanyPage } from '#web/admin/NewCompanyPage.tsx';
import { AdForm } from '#web/ads/AdForm.tsx';
import { queryClient } from '#web/api/query-client.ts';
import { trpc } from '#web/api/trpc.ts';
import { CompanyInfoForm } from '#web/company/CompanyInfoPage.tsx';
import type { Company } from '#web/company/queries.ts';
import { DrivingFields, ProfileFields, toFormValues } from '#web/drivers/ProfileFields.tsx';
import { MatchingSection } from '#web/drivers/ProfilePage.tsx';
import { EmployeeFields } from '#web/employees/AddEmployeeDrawer.tsx';
import { contentFormSchema, emptyContent } from '#web/jobs/content-form.ts';
import { ContentFields, PostingFields } from '#web/jobs/ContentFields.tsx';
import { ChannelForm } from '#web/news/ChannelMenu.tsx';
import { CompanySettingsForm, settingsFields } from '#web/settings/CompanySettingsPage.tsx';
import type { Me } from '#web/signed-in/me.ts';
import { writeText } from '#web/texts/app.ts';
import { useSchemaForm } from '#web/ui/form/Form.tsx';
import { uploaderOf } from '#web/uploads/uploader.ts';

const id = '01999999-0000-7000-8000-000000000000';
const noText = { firstName: '', lastName: '', email: '', phone: null, phoneExtension: null };
const noAddress = { street1: null, street2: null, city: null, state: null, postalCode: null };
const doNothing = async () => {};

const me: Me = {
  ...noText,
  id,
  profilePicture: null,
  roles: [],
  companyId: id,
  companyName: null,
  companyLogo: null,
  companyStatus: null,
  companyColor: null,
  emailVerified: true,
  emailToVerify: null,
  termsAcceptedAt: null,
  mustChangePassword: false,
  mustSetUpFactor: false,
  impersonatorId: null,
  timezone: 'US/Central',
  language: null,
};

const company: Company = {
  ...noText,
  id,
  companyName: '',
  size: null,
  logo: '',
  logoUrl: '',
  ...noAddress,
  country: '',
  coordinates: null,
  latitude: null,
  longitude: null,
  billingType: 'card',
  type: 2,
  salesRef: null,
  status: 'Active',
  colorTemplate: null,
  enableRequisiteNumbers: false,
  experiencedDriverFilter: false,
  secondChanceCompany: false,
  employerId: null,
  emailToVerify: null,
  emailVerified: true,
  blockedUsers: [],
  createdAt: '',
  updatedAt: '',
  version: 1,
};

const nothing = Object.fromEntries(Object.keys(driverProfileSchema.shape).map((name) => [name, null]));
const profile = driverProfileSchema.parse({
  ...nothing,
  ...noText,
  id,
  workExperiences: [],
  endorsements: [],
  equipment: [],
  shifts: [],
  matchEnabled: true,
  completeness: 0,
});

function JobForm() {
  // A job with a requisition number shows the field even if the company does not use requisition numbers.
  const form = useSchemaForm(contentFormSchema, { initialValues: { ...emptyContent, requisiteNumber: 'R-1' } });
  return (
    <>
      <ContentFields form={form} companyId={id} video={{ uploader: uploaderOf('test', '/jobs/multimedia/upload') }} />
      <PostingFields form={form} />
    </>
  );
}

function DriverForm() {
  const form = useSchemaForm(driverFormSchema, { initialValues: toFormValues(profile) });
  return (
    <>
      <ProfileFields form={form} home={null} onHomeChange={doNothing} />
      <DrivingFields form={form} />
      <MatchingSection form={form} />
    </>
  );
}

function InfoForm() {
  const initialValues = propertyOf(companyInfoFields, 'empty');
  const form = useSchemaForm({ '~standard': { validate: () => ({}) } }, { initialValues });
  return <CompanyInfoForm form={form} logo={initialValues.logo} submitLabel="" onSubmit={doNothing} />;
}

function EmployeeForm() {
  const form = useSchemaForm({ '~standard': { validate: () => ({}) } }, { initialValues: propertyOf(employeeFields, 'empty') });
  return <EmployeeFields form={form} />;
}

function AdminForm() {
  const form = useSchemaForm({ '~standard': { validate: () => ({}) } }, { initialValues: propertyOf(adminFields, 'empty') });
  return <AdminFields form={form} />;
}

const adForm = {
  label: '',
  submitLabel: '',
  uploadKey: 'test',
  initialValues: propertyOf(adFields, 'empty'),
  onSubmit: doNothing,
};

/** The forms of described fields. */
const forms: [name: string, fields: Record<string, Field>, form: ReactElement][] = [
  ['job', jobFields, <JobForm key="" />],
  ['driver', driverFields, <DriverForm key="" />],
  ['company info', companyInfoFields, <InfoForm key="" />],
  ['company settings', settingsFields, <CompanySettingsForm key="" company={company} companyId={id} />],
  ['company of an administrator', editCompanyFields, <CompanySection key="" company={company} />],
  ['new company', newCompanyFields, <NewCompanyPage key="" />],
  ['employee', employeeFields, <EmployeeForm key="" />],
  ['admin', adminFields, <AdminForm key="" />],
  ['ad', adFields, <AdForm key="" {...adForm} />],
  ['channel', channelFields, <ChannelForm key="" channel={undefined} onDone={doNothing} />],
];

beforeAll(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  queryClient.setQueryData(trpc.auth.me.queryKey(), me);
});
afterAll(() => queryClient.clear());

const render = (form: ReactElement) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <RouterContextProvider router={createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })}>
          {form}
        </RouterContextProvider>
      </MantineProvider>
    </QueryClientProvider>,
  );

/** Editors of a form's own have no path, and neither do chips. Their labels show that they are there. */
const isShown = (html: string, name: string, { label }: Field) =>
  html.includes(`data-path="${name}"`) || html.includes(`>${writeText(label)}<`);

test.each(forms)('the form of a %s shows each field that is described with an input', (_, fields, form) => {
  const html = render(form);
  const inputs = Object.entries(fields).filter(([, field]) => 'empty' in field && field.input !== 'none');
  expect(inputs.filter(([name, field]) => !isShown(html, name, field)).map(([name]) => name)).toEqual([]);
});
