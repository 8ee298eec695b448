import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState, useCallback, useRef } from 'react';
import { can } from '#shared/access/access.ts';
import { cardName } from '#shared/billing/cards.ts';
import { fullName } from '#shared/format.ts';
import { errorText } from '#web/api/errors.ts';
import { CardFields, type CardFieldsHandle, CardProblem, TestModeNotice } from '#web/billing/CardFields.tsx';
import { CardNotice } from '#web/billing/CardNotice.tsx';
import { cardQuery, type StoredCard, removeCard, gatewayConfigQuery, storeCard } from '#web/billing/queries.ts';
import { companyQuery } from '#web/company/queries.ts';
import type { Me } from '#web/signed-in/me.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { toast } from '#web/ui/toast.ts';
import { BillingDetailsSection } from './BillingDetailsSection.tsx';

/** `/company/settings/payment`: the stored card. Only company admins can add, replace or remove it. */
export function PaymentSettingsPage() {
  const me = useMe();
  const { data: company } = useSuspenseQuery(companyQuery());
  const { data: card } = useSuspenseQuery(cardQuery());
  const [isCardFormOpen, setIsCardFormOpen] = useState(false);
  const mayEdit = can(me.roles, 'payment.card') && me.impersonatorId === null && me.companyStatus !== 'Cancelled';
  const isInvoiced = company.billingType === 'invoice';
  return (
    <>
      <PageHeader title={t('common.payment')} description={t('settings.paymentDescription')} />
      <Stack gap="lg" maw="46rem">
        {isInvoiced ? (
          <Alert color="navy" title={t('settings.payByInvoiceTitle')}>
            {t('settings.payByInvoiceExplained')}
          </Alert>
        ) : null}
        {card && !isInvoiced && !isCardFormOpen ? (
          <CardNotice card={card} onReplace={mayEdit ? () => setIsCardFormOpen(true) : undefined} />
        ) : null}
        <Section title={t('common.card')}>
          {isCardFormOpen ? (
            <CardForm me={me} isReplacing={card !== null} onDone={() => setIsCardFormOpen(false)} />
          ) : card ? (
            <StoredCardSection card={card} mayEdit={mayEdit} isInvoiced={isInvoiced} onReplace={() => setIsCardFormOpen(true)} />
          ) : (
            <EmptyState
              title={t('settings.noSavedCard')}
              icon={<IconCreditCard size={28} />}
              order={3}
              action={
                mayEdit ? (
                  <Button color="orange" onClick={() => setIsCardFormOpen(true)}>
                    {t('settings.addCard')}
                  </Button>
                ) : undefined
              }
            >
              {mayEdit ? t('settings.noCardHint') : t('settings.noCardReadOnlyHint')}
            </EmptyState>
          )}
        </Section>
        <BillingDetailsSection mayEdit={can(me.roles, 'payment.card') && me.companyStatus !== 'Cancelled'} />
      </Stack>
    </>
  );
}

type StoredCardProps = { card: StoredCard; mayEdit: boolean; isInvoiced: boolean; onReplace: () => void };

function StoredCardSection({ card, mayEdit, isInvoiced, onReplace }: StoredCardProps) {
  const { ask, dialog } = useConfirm();
  const removeMutation = useMutation({
    mutationFn: removeCard,
    onSuccess: () => toast.success(t('common.cardRemoved')),
    onError: (error) => toast.error(error),
  });
  const askToRemove = async () => {
    const isConfirmed = await ask({
      title: t('settings.removeCardQuestion', { card: writeText(cardName(card)) }),
      message: isInvoiced ? t('settings.removeCardInvoicedExplained') : t('settings.removeCardExplained'),
      confirmLabel: t('settings.removeCardButton'),
      isDestructive: true,
    });
    if (isConfirmed) removeMutation.mutate();
  };
  return (
    <Group justify="space-between" gap="md">
      <Group gap="md" wrap="nowrap" miw={0}>
        <IconCreditCard size={32} stroke={1.5} aria-hidden />
        <div>
          <Text fw={600}>{writeText(cardName(card))}</Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('common.cardHolderAndExpiration', {
              cardHolderName: card.cardHolderName,
              expirationDate: card.expirationDate,
            })}
          </Text>
        </div>
      </Group>
      {mayEdit ? (
        <Group gap="sm">
          <Button variant="default" onClick={onReplace}>
            {t('settings.replace')}
          </Button>
          <Button variant="subtle" color="red" loading={removeMutation.isPending} onClick={() => void askToRemove()}>
            {t('common.remove')}
          </Button>
        </Group>
      ) : null}
      {dialog}
    </Group>
  );
}

type Props = { me: Me; isReplacing: boolean; onDone: () => void };

/** Adds a card through the gateway's own fields, so its number never reaches this page. */
function CardForm({ me, isReplacing, onDone }: Props) {
  const { data: config } = useSuspenseQuery(gatewayConfigQuery());
  const cardFields = useRef<CardFieldsHandle>(null);
  const [fieldsKey, setFieldsKey] = useState(0);
  const [holderName, setHolderName] = useState(fullName(me));
  const [holderNameError, setHolderNameError] = useState<string | null>(null);
  const [problem, setProblem] = useState<{ message: string; mustReloadFields: boolean } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const onLoadError = useCallback((message: string) => setProblem({ message, mustReloadFields: true }), []);

  const reloadFields = () => {
    setProblem(null);
    setFieldsKey((key) => key + 1);
  };

  const save = async () => {
    setProblem(null);
    const name = holderName.trim();
    if (name.length < 2) return setHolderNameError(t('errors.nameOnCardRequired'));
    if (!cardFields.current) return undefined;
    setIsBusy(true);
    try {
      const outcome = await cardFields.current.requestToken();
      if (outcome.status !== 'success')
        return setProblem({ message: outcome.message, mustReloadFields: outcome.status === 'error' });
      await storeCard(outcome.token, name);
      toast.success(isReplacing ? t('settings.cardReplaced') : t('common.cardSaved'));
      return onDone();
    } catch (error) {
      return setProblem({ message: errorText(error), mustReloadFields: false });
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <form
      aria-label={t('common.card')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="md">
        {problem ? <CardProblem message={problem.message} onRetry={problem.mustReloadFields ? reloadFields : null} /> : null}
        <CardFields key={fieldsKey} ref={cardFields} config={config} onLoadError={onLoadError} />
        <TextInput
          label={t('common.nameOnCard')}
          required
          autoComplete="cc-name"
          maxLength={100}
          value={holderName}
          error={holderNameError}
          disabled={isBusy}
          onChange={(event) => {
            setHolderNameError(null);
            setHolderName(event.currentTarget.value);
          }}
        />
        {config.testMode ? <TestModeNotice hasCardFields /> : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={isBusy} onClick={onDone}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color="orange" loading={isBusy} disabled={problem?.mustReloadFields}>
            {t('settings.saveCard')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
