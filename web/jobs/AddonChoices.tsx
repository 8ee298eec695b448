import { Box, Checkbox, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AddonType } from '#shared/catalogues.ts';
import { addonPriceCents, toDollars } from '#shared/pricing.ts';
import { Money } from '#web/ui/Values.tsx';
import { addonOrder, addonTexts } from './addons.ts';
import type { ChosenAddons } from './draft.ts';

type Props = {
  chosen: ChosenAddons;
  onChange: (change: Partial<ChosenAddons>) => void;
  link: {
    id: string;
    /** What is wrong with the address of the own page. */
    problem: string | null;
    onLeave: () => void;
  };
};

/** The add-ons with their prices; the hyperlink asks for its address. */
export function AddonChoices({ chosen, onChange, link }: Props) {
  return (
    <Stack gap="sm">
      {addonOrder.map((type) => (
        <AddonChoice key={type} type={type} isChosen={chosen[type]} onChange={(isChosen) => onChange({ [type]: isChosen })}>
          {type === 'hyperlink' && chosen.hyperlink ? (
            <TextInput
              id={link.id}
              label="Link to your page"
              required
              type="url"
              inputMode="url"
              placeholder="https://"
              maxLength={2048}
              mt="sm"
              value={chosen.externalUrl}
              error={link.problem}
              onChange={(event) => onChange({ externalUrl: event.currentTarget.value })}
              onBlur={() => chosen.externalUrl && link.onLeave()}
            />
          ) : null}
        </AddonChoice>
      ))}
    </Stack>
  );
}

type ChoiceProps = { type: AddonType; isChosen: boolean; onChange: (isChosen: boolean) => void; children: ReactNode };

function AddonChoice({ type, isChosen, onChange, children }: ChoiceProps) {
  const { label, description } = addonTexts[type];
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="md">
        <Checkbox
          label={label}
          description={description}
          checked={isChosen}
          onChange={(event) => onChange(event.currentTarget.checked)}
          styles={{ label: { fontWeight: 600 } }}
        />
        <Box ta="right" style={{ whiteSpace: 'nowrap' }}>
          <Text fw={600}>
            <Money dollars={toDollars(addonPriceCents[type])} isWhole />
          </Text>
          <Text size="xs" c="dimmed">
            per job
          </Text>
        </Box>
      </Group>
      {children}
    </Paper>
  );
}
