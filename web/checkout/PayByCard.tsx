import { Button, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { can } from '#shared/access/access.ts';
import { fullName, money } from '#shared/format.ts';
import type { Me } from '#web/me.ts';
import { CardChoice, type CardEntry } from './CardChoice.tsx';
import { CardProblem, type CardFieldsHandle, TestMode } from '#web/billing/CardFields.tsx';

import type { TokenOutcome } from '#web/billing/tokenizer.ts';
import { cardQuery, gatewayConfigQuery } from '#web/billing/queries.ts';

import type { Means } from './use-payment.ts';

type Props = {
  me: Me;
  total: number;
  isBusy: boolean;
  isDisabled: boolean;
  /** An attempt failed before. */
  isAgain: boolean;
  onChecking: (isChecking: boolean) => void;
  onPay: (means: Means) => Promise<void>;
};

type TokenProblem = Exclude<TokenOutcome, { status: 'success' }>;

/** Chooses a card, has the gateway's page make a token of a new one, and pays. */
export function PayByCard({ me, total, isBusy, isDisabled, isAgain, onChecking, onPay }: Props) {
  const { data: stored } = useSuspenseQuery(cardQuery());
  const { data: config } = useSuspenseQuery(gatewayConfigQuery());
  const fields = useRef<CardFieldsHandle>(null);
  const [fieldsKey, setFieldsKey] = useState(0);
  const [entry, setEntry] = useState<CardEntry>({ source: stored ? 'stored' : 'new', isSaved: false, holder: fullName(me) });
  const [problem, setProblem] = useState<TokenProblem | null>(null);
  const [holderProblem, setHolderProblem] = useState<string | null>(null);
  const onLoadError = useCallback((message: string) => setProblem({ status: 'error', message }), []);
  const storedCard = entry.source === 'stored' ? stored : null;

  const change = (next: CardEntry) => {
    setProblem(null);
    setHolderProblem(null);
    setEntry(next);
  };

  /** The fields still hold the card; their tokens are good for one use. */
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
      setHolderProblem('Enter the name on the card');
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

  const retry = () => {
    setProblem(null);
    setFieldsKey((key) => key + 1);
  };

  const isTokenBroken = problem?.status === 'error' && !storedCard;
  return (
    <Stack gap="md">
      <CardChoice
        stored={stored}
        config={config}
        fieldsKey={fieldsKey}
        fields={fields}
        entry={entry}
        onChange={change}
        onLoadError={onLoadError}
        maySave={can(me.roles, 'payment.card')}
        holderProblem={holderProblem}
        isBusy={isBusy}
      />
      {problem && !storedCard ? <CardProblem message={problem.message} onRetry={isTokenBroken ? retry : null} /> : null}
      {config.testMode ? <TestMode hasCardFields={!storedCard} /> : null}
      <Button
        color="orange"
        size="md"
        fullWidth
        loading={isBusy}
        disabled={isDisabled || isTokenBroken}
        onClick={() => void pay()}
      >
        {isAgain ? 'Try again' : `Pay ${money(total)}`}
      </Button>
    </Stack>
  );
}
