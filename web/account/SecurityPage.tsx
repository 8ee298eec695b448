import { Badge, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { can } from '#shared/access/access.ts';
import { factorNameFormSchema, recoveryCodeCount } from '#shared/accounts/factors.ts';
import { date } from '#shared/format.ts';
import { errorText } from '#web/api/errors.ts';
import { trpc, trpcClient } from '#web/api/trpc.ts';
import { canUsePasskeys } from '#web/auth/passkeys.ts';
import { useMe, useTimeZone } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { FormModal } from '#web/ui/form/FormDrawer.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { toast } from '#web/ui/toast.ts';
import { AddAppModal } from './AddApp.tsx';
import { AddPasskeyModal } from './AddPasskey.tsx';
import { ImpersonatedAccountNotice } from './ImpersonatedAccountNotice.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { type Factor, type Factors, factorsQuery, invalidateFactors } from './queries.ts';
import { RecoveryCodesModal } from './RecoveryCodes.tsx';
import styles from './SessionList.module.css';
import { SessionList } from './SessionList.tsx';
import { TextSignIn } from './TextSignIn.tsx';

/**
 * `/account/security`, `/company/settings/password` and `/members/settings/reset-password`: how a person signs in
 * (`docs/product/access.md#second-factor`).
 */
export function SecurityPage() {
  const me = useMe();
  if (me.impersonatorId) return <ImpersonatedAccountNotice me={me} title={t('security.security')} />;
  return (
    <>
      <PageHeader title={t('security.security')} description={t('security.securityHint')} />
      <Stack gap="lg" maw="46rem">
        <PasswordSection email={me.email} />
        <TwoStepSection email={me.email} />
        {can(me.roles, 'driver.self') ? <TextSignIn /> : null}
        <SessionList />
      </Stack>
    </>
  );
}

function TwoStepSection({ email }: { email: string }) {
  const { data, error, refetch, isFetching } = useQuery(factorsQuery());
  const [methodToAdd, setMethodToAdd] = useState<'app' | 'passkey' | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const handleFactorAdded = async (recoveryCodes: string[] | null) => {
    setMethodToAdd(null);
    setCodes(recoveryCodes);
    await invalidateFactors();
  };
  return (
    <>
      <Section
        title={t('security.twoStep')}
        description={t('security.twoStepExplained')}
        actions={data ? <TwoStepBadges factors={data} /> : null}
        footer={
          <>
            <Button
              variant="default"
              h="auto"
              py="xs"
              styles={{ label: { whiteSpace: 'normal' } }}
              onClick={() => setMethodToAdd('app')}
            >
              {t('security.addApp')}
            </Button>
            {canUsePasskeys() ? (
              <Button variant="default" onClick={() => setMethodToAdd('passkey')}>
                {t('security.addPasskey')}
              </Button>
            ) : null}
          </>
        }
      >
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : data ? (
          <FactorList factors={data} />
        ) : (
          <Skeleton h="3rem" {...asStatus(t('security.loadingMethods'))} />
        )}
      </Section>
      {data?.items.length ? <RecoveryCodesSection remainingCount={data.recoveryCodesLeft} onRenewed={setCodes} /> : null}
      <AddAppModal isOpen={methodToAdd === 'app'} onClose={() => setMethodToAdd(null)} onAdded={handleFactorAdded} />
      <AddPasskeyModal isOpen={methodToAdd === 'passkey'} onClose={() => setMethodToAdd(null)} onAdded={handleFactorAdded} />
      <RecoveryCodesModal codes={codes} email={email} onClose={() => setCodes(null)} />
    </>
  );
}

function TwoStepBadges({ factors: { items, isRequired } }: { factors: Factors }) {
  return (
    <>
      {isRequired ? <Badge color="gray">{t('security.required')}</Badge> : null}
      <Badge color={items.length > 0 ? 'green' : 'gray'}>{items.length > 0 ? t('security.isOn') : t('security.isOff')}</Badge>
    </>
  );
}

function FactorList({ factors }: { factors: Factors }) {
  const { ask, dialog } = useConfirm();
  const [factorToRename, setFactorToRename] = useState<Factor | null>(null);
  const remove = useMutation(trpc.factors.remove.mutationOptions({ onSettled: invalidateFactors }));
  if (factors.items.length === 0) return <Text size="sm">{t('security.noMethods')}</Text>;
  const askToRemove = async ({ id, name }: Factor) => {
    const isConfirmed = await ask({
      title: t('security.removeMethodQuestion', { name }),
      message: factors.items.length === 1 ? t('security.removeLastExplained') : t('security.removeExplained'),
      confirmLabel: t('common.remove'),
      isDestructive: true,
    });
    if (!isConfirmed) return;
    remove.mutate(
      { id },
      { onSuccess: () => toast.success(t('security.methodRemoved', { name })), onError: (failure) => toast.error(failure) },
    );
  };
  return (
    <>
      <ul className={styles.list} aria-label={t('security.twoStep')}>
        {factors.items.map((factor) => (
          <FactorRow
            key={factor.id}
            factor={factor}
            isRemoving={remove.isPending && remove.variables.id === factor.id}
            onRename={() => setFactorToRename(factor)}
            onRemove={() => void askToRemove(factor)}
          />
        ))}
      </ul>
      <RenameFactorModal factor={factorToRename} onClose={() => setFactorToRename(null)} />
      {dialog}
    </>
  );
}

type RowProps = { factor: Factor; isRemoving: boolean; onRename: () => void; onRemove: () => void };

function FactorRow({ factor: { kind, name, createdAt, lastUsedAt }, isRemoving, onRename, onRemove }: RowProps) {
  const timeZone = useTimeZone();
  const Icon = kind === 'totp' ? IconDeviceMobile : IconFingerprint;
  const facts = [
    kind === 'totp' ? t('security.authenticatorApp') : t('security.passkey'),
    t('security.addedOn', { date: date(createdAt, timeZone) }),
    lastUsedAt ? t('security.lastUsed', { date: date(lastUsedAt, timeZone) }) : t('security.neverUsed'),
  ];
  return (
    <Group component="li" gap="md">
      <Icon size={24} stroke={1.5} aria-hidden className={styles.icon} />
      <Stack gap={0} flex="1 1 12rem" miw={0}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </Stack>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={onRename}
          aria-label={t('security.renameMethod', { name })}
        >
          {t('security.rename')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTrash size={14} aria-hidden />}
          loading={isRemoving}
          onClick={onRemove}
          aria-label={t('security.removeMethod', { name })}
        >
          {t('common.remove')}
        </Button>
      </Group>
    </Group>
  );
}

function RecoveryCodesSection({ remainingCount, onRenewed }: { remainingCount: number; onRenewed: (codes: string[]) => void }) {
  const { ask, dialog } = useConfirm();
  const renew = useMutation(
    trpc.factors.renewRecoveryCodes.mutationOptions({
      onSuccess: ({ recoveryCodes }) => onRenewed(recoveryCodes),
      onSettled: invalidateFactors,
    }),
  );
  const askToRenew = async () => {
    const isConfirmed = await ask({
      title: t('security.newCodesQuestion'),
      message: t('security.newCodesExplained', { count: recoveryCodeCount }),
      confirmLabel: t('security.newCodes'),
    });
    if (isConfirmed) renew.mutate();
  };
  return (
    <Section title={t('security.recoveryCodes')} description={t('security.recoveryCodesExplained')}>
      <Group justify="space-between">
        <Text size="sm" fw={600} c={remainingCount < 3 ? 'red' : undefined}>
          {t('security.codesLeft', { count: remainingCount })}
        </Text>
        <Button variant="default" size="xs" loading={renew.isPending} onClick={() => void askToRenew()}>
          {t('security.newCodes')}
        </Button>
      </Group>
      {renew.error ? (
        <Text size="sm" c="red" role="alert" mt="sm">
          {errorText(renew.error)}
        </Text>
      ) : null}
      {dialog}
    </Section>
  );
}

type Props = { factor: Factor | null; onClose: () => void };

function RenameFactorModal({ factor, onClose }: Props) {
  return (
    <FormModal title={t('security.rename')} isOpen={factor !== null} onClose={onClose}>
      {factor ? <RenameForm key={factor.id} factor={factor} onRenamed={onClose} /> : null}
    </FormModal>
  );
}

function RenameForm({ factor: { id, name }, onRenamed }: { factor: Factor; onRenamed: () => void }) {
  const form = useSchemaForm(factorNameFormSchema, { initialValues: { name } });
  const send = async (values: { name: string }) => {
    await trpcClient.factors.rename.mutate({ id, name: values.name });
    await invalidateFactors();
    toast.success(t('security.methodRenamed'));
    onRenamed();
  };
  return (
    <Form form={form} label={t('security.rename')} onSubmit={send}>
      <Stack gap="md">
        <TextInput
          label={t('common.name')}
          description={t('security.nameHint')}
          data-autofocus
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <SubmitButton>{t('common.save')}</SubmitButton>
      </Stack>
    </Form>
  );
}
