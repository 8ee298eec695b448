import { Box, Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { cardName } from '#shared/billing/cards.ts';
import { CardFields, type CardFieldsHandle } from '#web/billing/CardFields.tsx';
import type { GatewayConfig, StoredCard } from '#web/billing/queries.ts';

export type CardEntry = { source: 'stored' | 'new'; isSaved: boolean; holder: string };

type Props = {
  stored: StoredCard | null;
  config: GatewayConfig;
  /** Opens the card fields anew when it changes. */
  fieldsKey: number;
  fields: Ref<CardFieldsHandle>;
  entry: CardEntry;
  onChange: (entry: CardEntry) => void;
  onLoadError: (message: string) => void;
  /** Company admins may keep a card. */
  maySave: boolean;
  holderProblem: string | null;
  isBusy: boolean;
};

/** The stored card, masked, or a new one typed into the gateway's own fields. */
export function CardChoice({ stored, entry, onChange, isBusy, fields, ...props }: Props) {
  const isNew = !stored || entry.source === 'new';
  return (
    <Stack gap="md">
      {stored ? (
        <Radio.Group
          label="Pay with"
          value={entry.source}
          onChange={(source) => onChange({ ...entry, source: source === 'stored' ? 'stored' : 'new' })}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="stored"
              label={cardName(stored)}
              description={`${stored.cardHolderName}, expires ${stored.expirationDate}`}
              disabled={isBusy}
            />
            <Radio value="new" label="New card" disabled={isBusy} />
          </Stack>
        </Radio.Group>
      ) : null}
      {isNew ? (
        <>
          <CardFields key={props.fieldsKey} ref={fields} config={props.config} onLoadError={props.onLoadError} />
          {props.maySave ? (
            <Box>
              <Checkbox
                label="Save this card for later"
                description={stored ? 'Replaces your saved card, including for renewals.' : 'Used for renewals and future jobs.'}
                checked={entry.isSaved}
                disabled={isBusy}
                onChange={(event) => onChange({ ...entry, isSaved: event.currentTarget.checked })}
              />
              {entry.isSaved ? (
                <TextInput
                  label="Name on the card"
                  required
                  autoComplete="cc-name"
                  maxLength={100}
                  mt="sm"
                  value={entry.holder}
                  error={props.holderProblem}
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
