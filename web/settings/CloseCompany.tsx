import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { date } from '#shared/format.ts';
import { errorText } from '#web/api/errors.ts';
import { queryClient } from '#web/api/query-client.ts';
import { trpc } from '#web/api/trpc.ts';
import { reloadMe } from '#web/signed-in/me.ts';
import { useTimeZone } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Section } from '#web/ui/Section.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { toast } from '#web/ui/toast.ts';

type Props = { companyName: string };

/** Closes the person's own company, or says that it is closed (`docs/product/companies.md#closing-a-company`). */
export function CloseCompany({ companyName }: Props) {
  const timeZone = useTimeZone();
  const { data, error, refetch, isFetching } = useQuery(trpc.deletion.erasure.queryOptions());
  if (error)
    return (
      <Section title={t('settings.closeCompany')}>
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </Section>
    );
  if (!data) return null;
  const { erasedOn } = data;
  if (!erasedOn) return <CloseSection companyName={companyName} />;
  return (
    <Section title={t('common.companyClosed')}>
      <Text size="sm">{t('settings.companyClosedUntil', { companyName, date: date(erasedOn, timeZone) })}</Text>
      <Text size="sm" c="dimmed" mt="xs">
        {t('settings.closedCompanyExplained')}
      </Text>
    </Section>
  );
}

function CloseSection({ companyName }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const [typedName, setTypedName] = useState('');
  const closeDialog = () => {
    setIsAsking(false);
    setTypedName('');
  };
  const closeMutation = useMutation(
    trpc.deletion.closeCompany.mutationOptions({
      onSuccess: async () => {
        closeDialog();
        toast.success(t('common.companyClosed'));
        await reloadMe();
        await queryClient.invalidateQueries();
      },
    }),
  );
  return (
    <Section title={t('settings.closeCompany')} description={t('settings.closeCompanyExplained')}>
      <Button color="red" variant="light" onClick={() => setIsAsking(true)}>
        {t('settings.closeCompany')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('settings.closeCompanyQuestion', { companyName })}
        confirmLabel={t('settings.closeCompany')}
        isDestructive
        isBusy={closeMutation.isPending}
        problem={closeMutation.error ? errorText(closeMutation.error) : null}
        onConfirm={() => closeMutation.mutate({ name: typedName })}
        onClose={() => {
          closeMutation.reset();
          closeDialog();
        }}
      >
        <Stack gap="md">
          {t('settings.closeCompanyWarning')}
          <TextInput
            label={t('settings.typeNameToConfirm', { companyName })}
            value={typedName}
            onChange={({ currentTarget: { value } }) => setTypedName(value)}
            autoComplete="off"
          />
        </Stack>
      </ConfirmDialog>
    </Section>
  );
}
