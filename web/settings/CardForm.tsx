import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { fullName } from '#shared/format.ts';
import { CardFields, type CardFieldsHandle, CardProblem, TestMode } from '#web/billing/CardFields.tsx';

import { gatewayConfigQuery, storeCard } from '#web/billing/queries.ts';

import { errorText } from '#web/errors.ts';
import type { Me } from '#web/me.ts';
import { toast } from '#web/ui/toast.ts';

type Props = { me: Me; isReplacing: boolean; onDone: () => void };

/** A card typed into the gateway's own fields and kept in its vault: its number never comes here. */
export function CardForm({ me, isReplacing, onDone }: Props) {
  const { data: config } = useSuspenseQuery(gatewayConfigQuery());
  const fields = useRef<CardFieldsHandle>(null);
  const [fieldsKey, setFieldsKey] = useState(0);
  const [holder, setHolder] = useState(fullName(me));
  const [holderProblem, setHolderProblem] = useState<string | null>(null);
  const [problem, setProblem] = useState<{ message: string; isBroken: boolean } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const onLoadError = useCallback((message: string) => setProblem({ message, isBroken: true }), []);

  const retry = () => {
    setProblem(null);
    setFieldsKey((key) => key + 1);
  };

  const save = async () => {
    setProblem(null);
    const name = holder.trim();
    if (name.length < 2) return setHolderProblem('Enter the name on the card');
    if (!fields.current) return undefined;
    setIsBusy(true);
    try {
      const outcome = await fields.current.requestToken();
      if (outcome.status !== 'success') return setProblem({ message: outcome.message, isBroken: outcome.status === 'error' });
      await storeCard(outcome.token, name);
      toast.success(isReplacing ? 'Card replaced' : 'Card saved');
      return onDone();
    } catch (error) {
      return setProblem({ message: errorText(error), isBroken: false });
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <form
      aria-label="Card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="md">
        {problem ? <CardProblem message={problem.message} onRetry={problem.isBroken ? retry : null} /> : null}
        <CardFields key={fieldsKey} ref={fields} config={config} onLoadError={onLoadError} />
        <TextInput
          label="Name on the card"
          required
          autoComplete="cc-name"
          maxLength={100}
          value={holder}
          error={holderProblem}
          disabled={isBusy}
          onChange={(event) => {
            setHolderProblem(null);
            setHolder(event.currentTarget.value);
          }}
        />
        {config.testMode ? <TestMode hasCardFields /> : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={isBusy} onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" color="orange" loading={isBusy} disabled={problem?.isBroken}>
            Save card
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
