import { Badge, Box, Checkbox, Group, Paper, Radio, Stack, Text, TextInput } from '@mantine/core';
import type { ChangeEvent, ReactNode } from 'react';
import type { AddonType } from '#shared/catalogues.ts';
import { addonPriceCents, toDollars } from '#shared/billing/pricing.ts';
import { Money } from '#web/ui/Values.tsx';
import { addonOrder, addonTexts, chosenTypes, noAddons } from './addons.ts';
import type { ChosenAddons } from './steps.ts';
import { t } from '#web/texts/app.ts';

type Props = {
  chosen: ChosenAddons;
  onChange: (change: Partial<ChosenAddons>) => void;
  link: {
    id: string;
    /** What is wrong with the URL of the employer's page. */
    problem: string | null;
    onLeave: () => void;
  };
};

/** The add-ons with their prices. The hyperlink asks for its URL. */
export function AddonChoices({ chosen, onChange, link }: Props) {
  return (
    <Stack gap="sm">
      <NoAddons isChosen={chosenTypes(chosen).length === 0} onChoose={() => onChange(noAddons)} />
      {addonOrder.map((type) => (
        <AddonChoice
          key={type}
          type={type}
          isChosen={chosen[type]}
          onChange={(isChosen) => onChange({ [type]: isChosen })}
          priceNote={t('jobs.perJob')}
        >
          {type === 'hyperlink' && chosen.hyperlink ? (
            <LinkField
              id={link.id}
              value={chosen.externalUrl}
              problem={link.problem}
              onChange={(externalUrl) => onChange({ externalUrl })}
              onLeave={link.onLeave}
            />
          ) : null}
        </AddonChoice>
      ))}
    </Stack>
  );
}

/** Checked while no add-on is chosen. Choosing it clears all of them. */
export function NoAddons({ isChosen, onChoose }: { isChosen: boolean; onChoose: () => void }) {
  return (
    <Paper withBorder p="md">
      <Radio
        label={t('jobs.noAddOns')}
        description={t('jobs.postJobItsBasePrice')}
        checked={isChosen}
        onChange={onChoose}
        styles={{ label: { fontWeight: 600 } }}
      />
    </Paper>
  );
}

type ChoiceProps = {
  type: AddonType;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
  /** A paid add-on cannot be chosen again. The choice is whether it renews with the job. */
  isPaid?: boolean;
  priceNote?: string;
  children: ReactNode;
};

/** One add-on with its price and its fields. */
export function AddonChoice({ type, isChosen, onChange, isPaid = false, priceNote, children }: ChoiceProps) {
  const { label, description } = addonTexts[type];
  const check = { checked: isChosen, onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.checked) };
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="md">
        {isPaid ? (
          <Box>
            <Group gap="xs">
              <Text fw={600} size="sm">
                {label}
              </Text>
              <Badge color="green" variant="light" tt="none">
                {t('common.paid')}
              </Badge>
            </Group>
            <Text size="xs" c="dimmed" mb="xs">
              {description}
            </Text>
            <Checkbox label={t('jobs.renewLabelWithThisJob', { label })} {...check} />
          </Box>
        ) : (
          <Checkbox label={label} description={description} styles={{ label: { fontWeight: 600 } }} {...check} />
        )}
        <Box ta="right" style={{ whiteSpace: 'nowrap' }}>
          <Text fw={600}>
            <Money dollars={toDollars(addonPriceCents[type])} isWhole />
          </Text>
          {priceNote ? (
            <Text size="xs" c="dimmed">
              {priceNote}
            </Text>
          ) : null}
        </Box>
      </Group>
      {children}
    </Paper>
  );
}

type LinkFieldProps = {
  id: string;
  value: string;
  /** What is wrong with the URL. */
  problem: string | null;
  onChange: (address: string) => void;
  onLeave: () => void;
};

/** The URL of the employer's page, for the hyperlink add-on. */
export function LinkField({ id, value, problem, onChange, onLeave }: LinkFieldProps) {
  return (
    <TextInput
      id={id}
      label={t('jobs.linkToYourApplicationPage')}
      required
      type="url"
      inputMode="url"
      placeholder="https://"
      maxLength={2048}
      mt="sm"
      value={value}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => value && onLeave()}
    />
  );
}
