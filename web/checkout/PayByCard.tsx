import { Button, Stack, Box, Checkbox, Radio, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState, type Ref } from 'react';
import { can } from '#shared/access/access.ts';
import { cardName } from '#shared/billing/cards.ts';
import { fullName } from '#shared/format.ts';
import { CardProblem, type CardFieldsHandle, TestModeNotice, CardFields } from '#web/billing/CardFields.tsx';
import { cardQuery, gatewayConfigQuery, type GatewayConfig, type StoredCard } from '#web/billing/queries.ts';
import type { TokenOutcome } from '#web/billing/tokenizer.ts';
import { money } from '#web/browser/format.ts';
import type { Me } from '#web/signed-in/me.ts';
import { t, writeText } from '#web/texts/app.ts';
import type { PaymentSource } from './use-payment.ts';

type Props = {
  me: Me;
  total: number;
  isBusy: boolean;
  isDisabled: boolean;
  /** True after a failed attempt. */
  isRetry: boolean;
  onChecking: (isChecking: boolean) => void;
  onPay: (source: PaymentSource) => Promise<void>;
};

type TokenProblem = Exclude<TokenOutcome, { status: 'success' }>;

/**
 * Pays with the stored card or a new one. The fields for a new card belong to the payment gateway, which returns a token for
 * the card.
 */
export function PayByCard({ me, total, isBusy, isDisabled, isRetry, onChecking, onPay }: Props) {
  const { data: cardOnFile } = useSuspenseQuery(cardQuery());
  const { data: config } = useSuspenseQuery(gatewayConfigQuery());
  const fields = useRef<CardFieldsHandle>(null);
  const [fieldsKey, setFieldsKey] = useState(0);
  const [entry, setEntry] = useState<CardEntry>({ source: cardOnFile ? 'stored' : 'new', isSaved: false, holder: fullName(me) });
  const [problem, setProblem] = useState<TokenProblem | null>(null);
  const [holderNameError, setHolderNameError] = useState<string | null>(null);
  const onLoadError = useCallback((message: string) => setProblem({ status: 'error', message }), []);
  const storedCard = entry.source === 'stored' ? cardOnFile : null;

  const change = (next: CardEntry) => {
    setProblem(null);
    setHolderNameError(null);
    setEntry(next);
  };

  /** Gets another token from the card fields, because a token works only once. */
  const renewToken = async () => {
    const outcome = await fields.current?.requestToken();
    return outcome?.status === 'success' ? outcome.token : null;
  };

  const pay = async () => {
    setProblem(null);
    if (storedCard) {
      await onPay({ cardToken: storedCard.cardToken, saveAs: null });
      return;
    }
    const holder = entry.holder.trim();
    if (entry.isSaved && holder.length < 2) {
      setHolderNameError(t('errors.nameOnCardRequired'));
      return;
    }
    if (!fields.current) return;
    onChecking(true);
    const outcome = await fields.current.requestToken();
    if (outcome.status === 'success') {
      await onPay({ cardToken: outcome.token, saveAs: entry.isSaved ? holder : null, renewToken });
      return;
    }
    onChecking(false);
    setProblem(outcome);
  };

  const reloadFields = () => {
    setProblem(null);
    setFieldsKey((key) => key + 1);
  };

  const mustReloadFields = problem?.status === 'error' && !storedCard;
  return (
    <Stack gap="md">
      <CardChoice
        cardOnFile={cardOnFile}
        config={config}
        fieldsKey={fieldsKey}
        fields={fields}
        entry={entry}
        onChange={change}
        onLoadError={onLoadError}
        maySave={can(me.roles, 'payment.card')}
        holderNameError={holderNameError}
        isBusy={isBusy}
      />
      {problem && !storedCard ? <CardProblem message={problem.message} onRetry={mustReloadFields ? reloadFields : null} /> : null}
      {config.testMode ? <TestModeNotice hasCardFields={!storedCard} /> : null}
      <Button
        color="orange"
        size="md"
        fullWidth
        loading={isBusy}
        disabled={isDisabled || mustReloadFields}
        onClick={() => void pay()}
      >
        {isRetry ? t('ui.tryAgain') : t('checkout.payTotal', { total: money(total) })}
      </Button>
    </Stack>
  );
}

type CardEntry = { source: 'stored' | 'new'; isSaved: boolean; holder: string };

type CardChoiceProps = {
  cardOnFile: StoredCard | null;
  config: GatewayConfig;
  /** Changing it loads the card fields again. */
  fieldsKey: number;
  fields: Ref<CardFieldsHandle>;
  entry: CardEntry;
  onChange: (entry: CardEntry) => void;
  onLoadError: (message: string) => void;
  /** Whether the user may store a card. */
  maySave: boolean;
  holderNameError: string | null;
  isBusy: boolean;
};

/** The stored card, masked, or a new one typed into the gateway's fields. */
function CardChoice({ cardOnFile, entry, onChange, isBusy, fields, ...props }: CardChoiceProps) {
  const isNew = !cardOnFile || entry.source === 'new';
  return (
    <Stack gap="md">
      {cardOnFile ? (
        <Radio.Group
          label={t('checkout.payWith')}
          value={entry.source}
          onChange={(source) => onChange({ ...entry, source: source === 'stored' ? 'stored' : 'new' })}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="stored"
              label={writeText(cardName(cardOnFile))}
              description={t('common.cardHolderAndExpiration', {
                cardHolderName: cardOnFile.cardHolderName,
                expirationDate: cardOnFile.expirationDate,
              })}
              disabled={isBusy}
            />
            <Radio value="new" label={t('checkout.newCard')} disabled={isBusy} />
          </Stack>
        </Radio.Group>
      ) : null}
      {isNew ? (
        <>
          <CardFields key={props.fieldsKey} ref={fields} config={props.config} onLoadError={props.onLoadError} />
          {props.maySave ? (
            <Box>
              <Checkbox
                label={t('checkout.saveCard')}
                description={cardOnFile ? t('checkout.replaceSavedCardHint') : t('checkout.saveCardHint')}
                checked={entry.isSaved}
                disabled={isBusy}
                onChange={(event) => onChange({ ...entry, isSaved: event.currentTarget.checked })}
              />
              {entry.isSaved ? (
                <TextInput
                  label={t('common.nameOnCard')}
                  required
                  autoComplete="cc-name"
                  maxLength={100}
                  mt="sm"
                  value={entry.holder}
                  error={props.holderNameError}
                  disabled={isBusy}
                  onChange={(event) => onChange({ ...entry, holder: event.currentTarget.value })}
                />
              ) : null}
            </Box>
          ) : null}
        </>
      ) : null}
    </Stack>
  );
}
