import { Alert, Badge, Button, Code, Group, Skeleton, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { saveCompanySignInSchema } from '#shared/companies/company-sign-in.ts';
import { queryClient } from '#web/api/query-client.ts';
import { type Outputs, trpc } from '#web/api/trpc.ts';
import { t } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { Form, PasswordField, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { Section } from '#web/ui/Section.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { toast } from '#web/ui/toast.ts';

type CompanySignInSettings = NonNullable<Outputs['companySignIn']['settings']['settings']>;

const reloadSettings = () => queryClient.invalidateQueries(trpc.companySignIn.settings.pathFilter());

/** Lets company admins set up the company's own identity provider (`docs/product/access.md#company-sign-in`). */
export function CompanySignInSection() {
  const { data, error, refetch, isFetching } = useQuery(trpc.companySignIn.settings.queryOptions());
  return (
    <Section title={t('settings.companySignIn')} description={t('settings.companySignInExplained')}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : data ? (
        <Stack gap="lg">
          {data.settings ? <DomainStatus settings={data.settings} /> : null}
          <ProviderForm key={data.settings ? 'saved' : 'new'} settings={data.settings} redirectUri={data.redirectUri} />
        </Stack>
      ) : (
        <Skeleton h="20rem" {...asStatus(t('settings.loadingCompanySignIn'))} />
      )}
    </Section>
  );
}

/** Shows that the domain is verified, or the DNS record that verifies it. */
function DomainStatus({ settings: { domain, domainVerifiedAt, dnsRecord } }: { settings: CompanySignInSettings }) {
  const checkMutation = useMutation(
    trpc.companySignIn.checkDomain.mutationOptions({
      onSuccess: async () => {
        await reloadSettings();
        toast.success(t('settings.domainVerified', { domain }));
      },
      onError: (error) => toast.error(error),
    }),
  );
  if (domainVerifiedAt)
    return (
      <Badge color="green" variant="light" tt="none" w="fit-content">
        {t('settings.domainVerified', { domain })}
      </Badge>
    );
  return (
    <Alert color="yellow" title={t('settings.verifyDomain', { domain })}>
      <Stack gap="sm" align="flex-start">
        {t('settings.addTxtRecord', { domain })}
        <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {dnsRecord}
        </Code>
        <Button variant="default" loading={checkMutation.isPending} onClick={() => checkMutation.mutate()}>
          {t('settings.checkDomain')}
        </Button>
      </Stack>
    </Alert>
  );
}

/** An empty secret keeps the stored one. */
const formSchema = z.object({ ...saveCompanySignInSchema.shape, clientSecret: z.string().check(z.maxLength(500)) });
type ProviderValues = z.infer<typeof formSchema>;

const toFormValues = (settings: CompanySignInSettings | null): ProviderValues => ({
  domain: settings?.domain ?? '',
  issuer: settings?.issuer ?? '',
  clientId: settings?.clientId ?? '',
  clientSecret: '',
  isRequired: settings?.isRequired ?? false,
  createsAccounts: settings?.createsAccounts ?? false,
});

function ProviderForm({ settings, redirectUri }: { settings: CompanySignInSettings | null; redirectUri: string }) {
  const form = useSchemaForm<ProviderValues>(formSchema, { initialValues: toFormValues(settings) });
  const save = useMutation(trpc.companySignIn.save.mutationOptions());
  const { ask, dialog } = useConfirm();
  const isOther = ({ issuer, clientId }: ProviderValues) =>
    settings !== null && (issuer !== settings.issuer || clientId !== settings.clientId);
  const send = async ({ clientSecret, ...values }: ProviderValues) => {
    const question = { title: t('settings.replaceProviderQuestion'), message: t('settings.replaceProviderExplained') };
    if (isOther({ ...values, clientSecret }) && !(await ask({ ...question, confirmLabel: t('common.replace') }))) return;
    const savedSettings = await save.mutateAsync({ ...values, ...(clientSecret ? { clientSecret } : {}) });
    form.setInitialValues(toFormValues(savedSettings.settings));
    form.reset();
    await reloadSettings();
    toast.success(t('errors.updated'));
  };
  return (
    <Form form={form} label={t('settings.companySignIn')} onSubmit={send}>
      <Stack gap="md">
        <TextInput label={t('settings.redirectAddress')} value={redirectUri} readOnly />
        <TextInput
          label={t('settings.emailDomain')}
          placeholder="prairiefreight.com"
          key={form.key('domain')}
          {...form.getInputProps('domain')}
        />
        <TextInput
          label={t('settings.issuer')}
          description={t('settings.issuerHint')}
          type="url"
          key={form.key('issuer')}
          {...form.getInputProps('issuer')}
        />
        <TextInput label={t('settings.clientId')} key={form.key('clientId')} {...form.getInputProps('clientId')} />
        <PasswordField
          label={t('settings.clientSecret')}
          description={settings ? t('settings.clientSecretHint') : undefined}
          autoComplete="off"
          key={form.key('clientSecret')}
          {...form.getInputProps('clientSecret')}
        />
        <Switch
          label={t('settings.requireCompanySignIn')}
          description={t('settings.requireCompanySignInHint')}
          key={form.key('isRequired')}
          {...form.getInputProps('isRequired', { type: 'checkbox' })}
        />
        <Switch
          label={t('settings.createAccountsAtSignIn')}
          description={t('settings.createAccountsAtSignInHint')}
          key={form.key('createsAccounts')}
          {...form.getInputProps('createsAccounts', { type: 'checkbox' })}
        />
        <Group justify="flex-end">
          {settings ? <RemoveButton /> : null}
          <SubmitButton>{t('settings.saveCompanySignIn')}</SubmitButton>
        </Group>
      </Stack>
      <UnsavedChanges isDirty={() => form.isDirty()} />
      {dialog}
    </Form>
  );
}

function RemoveButton() {
  const { ask, dialog } = useConfirm();
  const remove = useMutation(
    trpc.companySignIn.remove.mutationOptions({
      onSuccess: async () => {
        await reloadSettings();
        toast.success(t('settings.companySignInRemoved'));
      },
      onError: (error) => toast.error(error),
    }),
  );
  const askAndRemove = async () => {
    const isConfirmed = await ask({
      title: t('settings.removeCompanySignInQuestion'),
      message: t('settings.removeCompanySignInExplained'),
      confirmLabel: t('common.remove'),
      isDestructive: true,
    });
    if (isConfirmed) remove.mutate();
  };
  return (
    <>
      <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => void askAndRemove()}>
        {t('common.remove')}
      </Button>
      {dialog}
    </>
  );
}
