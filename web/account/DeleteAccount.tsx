import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { can } from '#shared/access/access.ts';
import { isAdminSide } from '#shared/access/authority.ts';
import { errorText } from '#web/api/errors.ts';
import { queryClient } from '#web/api/query-client.ts';
import { trpc } from '#web/api/trpc.ts';
import { clearStorage } from '#web/session/session.ts';
import type { Me } from '#web/signed-in/me.ts';
import { t } from '#web/texts/app.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Section } from '#web/ui/Section.tsx';

/** Deletes an employer's account. Drivers delete theirs on another screen, and staff cannot delete their accounts. */
export function DeleteAccount({ me: { roles } }: { me: Me }) {
  return can(roles, 'employer.self') && !isAdminSide(roles) ? <DeleteSection /> : null;
}

function DeleteSection() {
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation(
    trpc.deletion.deleteAccount.mutationOptions({
      onSuccess: async () => {
        clearStorage();
        await router.navigate({ to: '/deleted-members', replace: true });
        queryClient.clear();
      },
    }),
  );
  const close = () => {
    remove.reset();
    setIsAsking(false);
  };
  return (
    <Section title={t('common.deleteAccount')} description={t('account.deleteAccountExplained')}>
      <Button color="red" variant="light" onClick={() => setIsAsking(true)}>
        {t('common.deleteAccount')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('account.deleteAccountQuestion')}
        confirmLabel={t('common.deleteAccount')}
        isDestructive
        isBusy={remove.isPending}
        problem={remove.error ? errorText(remove.error) : null}
        onConfirm={() => remove.mutate()}
        onClose={close}
      >
        {t('account.deleteAccountFinal')}
      </ConfirmDialog>
    </Section>
  );
}
