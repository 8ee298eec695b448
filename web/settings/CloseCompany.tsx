import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { date } from '#shared/format.ts';
import { errorText } from '#web/errors.ts';
import { reloadMe } from '#web/me.ts';
import { queryClient } from '#web/query-client.ts';
import { t } from '#web/texts/app.ts';
import { trpc } from '#web/trpc.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { useTimeZone } from '#web/use-me.ts';

/** Closes the person's own company (`docs/product/companies.md#closing-a-company`). */
export function CloseCompany({ companyName }: { companyName: string }) {
  const timeZone = useTimeZone();
  const [isAsking, setIsAsking] = useState(false);
  const [name, setName] = useState('');
  const stop = () => {
    setIsAsking(false);
    setName('');
  };
  const close = useMutation(
    trpc.deletion.closeCompany.mutationOptions({
      onSuccess: async ({ erasedOn }) => {
        stop();
        await reloadMe();
        await queryClient.invalidateQueries();
        toast.success(t('settings.companyClosedUntil', { companyName, date: date(erasedOn, timeZone) }));
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
        isBusy={close.isPending}
        problem={close.error ? errorText(close.error) : null}
        onConfirm={() => close.mutate({ name })}
        onClose={() => {
          close.reset();
          stop();
        }}
      >
        <Stack gap="md">
          {t('settings.closeCompanyLine')}
          <TextInput
            label={t('settings.typeNameToConfirm', { companyName })}
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
            autoComplete="off"
          />
        </Stack>
      </ConfirmDialog>
    </Section>
  );
}
