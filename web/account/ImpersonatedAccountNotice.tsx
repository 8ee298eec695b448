import { IconUserShield } from '@tabler/icons-react';
import { fullName } from '#shared/format.ts';
import type { Me } from '#web/signed-in/me.ts';
import { t } from '#web/texts/app.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EmptyState } from '#web/ui/States.tsx';

/** An administrator cannot change how the impersonated person signs in (`docs/product/access.md#impersonation`). */
export function ImpersonatedAccountNotice({ me, title }: { me: Me; title: string }) {
  const name = fullName(me);
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title={t('account.impersonatedAccountTitle', { me: name })} icon={<IconUserShield size={28} />}>
        {t('account.impersonatedAccountExplained', { me: name })}
      </EmptyState>
    </>
  );
}
