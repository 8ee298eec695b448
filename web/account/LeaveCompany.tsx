import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '#web/api/errors.ts';
import { queryClient } from '#web/api/query-client.ts';
import { trpc } from '#web/api/trpc.ts';
import { type Me, reloadMe } from '#web/signed-in/me.ts';
import { t } from '#web/texts/app.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';

/** Leaves the company without anyone's approval. Shows nothing for an account without a company. */
export function LeaveCompany({ me: { companyName, companyId } }: { me: Me }) {
  return companyId && companyName ? <LeaveSection companyName={companyName} /> : null;
}

function LeaveSection({ companyName }: { companyName: string }) {
  const { history } = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const leave = useMutation(
    trpc.employees.leave.mutationOptions({
      onSuccess: async ({ redirect }) => {
        toast.success(t('account.companyLeft', { companyName }));
        queryClient.clear();
        await reloadMe();
        history.push(redirect, {}, { ignoreBlocker: true });
      },
    }),
  );
  const close = () => {
    leave.reset();
    setIsAsking(false);
  };
  return (
    <Section title={t('ui.company')} description={t('account.leaveCompanyDescription', { companyName })}>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t('account.leaveCompany')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('account.leaveCompanyQuestion', { companyName })}
        confirmLabel={t('account.leaveCompany')}
        isDestructive
        isBusy={leave.isPending}
        problem={leave.error ? errorText(leave.error) : null}
        onConfirm={() => leave.mutate()}
        onClose={close}
      >
        {t('account.leaveCompanyExplained')}
      </ConfirmDialog>
    </Section>
  );
}
