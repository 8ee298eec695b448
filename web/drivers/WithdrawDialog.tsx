import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { withdrawReasons } from '#shared/applicants/stages.ts';
import { options } from '#shared/catalogues.ts';
import { errorText } from '#web/api/errors.ts';
import { t, writeText } from '#web/texts/app.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { type MyApplication, useWithdraw } from './queries.ts';

type Props = { application: MyApplication; onClose: () => void };

/** Asks before an application is withdrawn, with an optional reason for the company (`docs/product/drivers.md#withdrawing`). */
export function WithdrawDialog({ application: { id, title, companyName }, onClose }: Props) {
  const [reason, setReason] = useState<string | null>(null);
  const { mutate: withdraw, isPending, error } = useWithdraw();
  const send = () =>
    withdraw(
      { id, reason: withdrawReasons.find(({ code }) => code === reason)?.code },
      {
        onSuccess: () => {
          toast.success(t('common.applicationWithdrawn'));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      title={t('driver.withdrawConfirm', { title })}
      confirmLabel={t('common.withdraw')}
      isBusy={isPending}
      problem={error ? errorText(error) : null}
      onConfirm={send}
      onClose={onClose}
    >
      <Text size="sm">{t('driver.withdrawWarning', { companyName })}</Text>
      <Radio.Group
        mt="md"
        value={reason}
        onChange={setReason}
        label={t('driver.withdrawReason')}
        description={t('driver.withdrawReasonHint', { companyName })}
      >
        <Stack gap="xs" mt="sm">
          {options(withdrawReasons, writeText).map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  );
}
