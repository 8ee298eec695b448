import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { can } from '#shared/access/access.ts';
import { cardName } from '#shared/billing/cards.ts';
import { CardNotice } from '#web/billing/CardNotice.tsx';
import { cardQuery, type StoredCard } from '#web/billing/queries.ts';
import { companyQuery } from '#web/company/queries.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { useMe } from '#web/use-me.ts';
import { BillingDetailsSection } from './BillingDetailsSection.tsx';
import { CardForm } from './CardForm.tsx';
import { removeCard } from '#web/billing/queries.ts';

/** `/company/settings/payment`: the stored card. Company admins store, replace and remove it; its users see it, masked. */
export function PaymentSettingsPage() {
  const me = useMe();
  const { data: company } = useSuspenseQuery(companyQuery());
  const { data: card } = useSuspenseQuery(cardQuery());
  const [isEntering, setIsEntering] = useState(false);
  const mayEdit = can(me.roles, 'payment.card') && me.impersonatorId === null && me.companyStatus !== 'Cancelled';
  const isInvoiced = company.billingType === 'invoice';
  return (
    <>
      <PageHeader title="Payment" description="How your company pays for jobs and renewals." />
      <Stack gap="lg" maw="46rem">
        {isInvoiced ? (
          <Alert color="navy" title="Your company pays by invoice">
            Jobs go live right away, with an invoice due in 30 days. No card needed.
          </Alert>
        ) : null}
        {card && !isInvoiced && !isEntering ? (
          <CardNotice card={card} onReplace={mayEdit ? () => setIsEntering(true) : undefined} />
        ) : null}
        <Section title="Card">
          {isEntering ? (
            <CardForm me={me} isReplacing={card !== null} onDone={() => setIsEntering(false)} />
          ) : card ? (
            <Stored card={card} mayEdit={mayEdit} isInvoiced={isInvoiced} onReplace={() => setIsEntering(true)} />
          ) : (
            <EmptyState
              title="No saved card"
              icon={<IconCreditCard size={28} />}
              order={3}
              action={
                mayEdit ? (
                  <Button color="orange" onClick={() => setIsEntering(true)}>
                    Add card
                  </Button>
                ) : undefined
              }
            >
              {mayEdit
                ? 'Save a card for renewals and faster checkout.'
                : 'A company admin can save a card for renewals and faster checkout.'}
            </EmptyState>
          )}
        </Section>
        <BillingDetailsSection mayEdit={can(me.roles, 'payment.card') && me.companyStatus !== 'Cancelled'} />
      </Stack>
    </>
  );
}

type StoredProps = { card: StoredCard; mayEdit: boolean; isInvoiced: boolean; onReplace: () => void };

function Stored({ card, mayEdit, isInvoiced, onReplace }: StoredProps) {
  const { ask, dialog } = useConfirm();
  const removing = useMutation({
    mutationFn: removeCard,
    onSuccess: () => toast.success('Card removed'),
    onError: (error) => toast.error(error),
  });
  const remove = async () => {
    const yes = await ask({
      title: `Remove ${cardName(card)}?`,
      message: isInvoiced
        ? 'We won’t charge this card again.'
        : 'Without a card, jobs can’t renew and will end after their paid period.',
      confirmLabel: 'Remove card',
      isDestructive: true,
    });
    if (yes) removing.mutate();
  };
  return (
    <Group justify="space-between" gap="md">
      <Group gap="md" wrap="nowrap" miw={0}>
        <IconCreditCard size={32} stroke={1.5} aria-hidden />
        <div>
          <Text fw={600}>{cardName(card)}</Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {card.cardHolderName}, expires {card.expirationDate}
          </Text>
        </div>
      </Group>
      {mayEdit ? (
        <Group gap="sm">
          <Button variant="default" onClick={onReplace}>
            Replace
          </Button>
          <Button variant="subtle" color="red" loading={removing.isPending} onClick={() => void remove()}>
            Remove
          </Button>
        </Group>
      ) : null}
      {dialog}
    </Group>
  );
}
