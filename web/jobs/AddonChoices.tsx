import { Badge, Box, Checkbox, Group, Paper, Radio, Stack, Text, TextInput } from '@mantine/core';
import type { ChangeEvent, ReactNode } from 'react';
import { addonPriceCents, toDollars } from '#shared/billing/pricing.ts';
import type { AddonType } from '#shared/catalogues.ts';
import { t } from '#web/texts/app.ts';
import { Money } from '#web/ui/Values.tsx';
import { addonOrder, addonTexts, getChosenTypes, noAddons } from './addons.ts';
import type { ChosenAddons } from './steps.ts';

type Props = {
  addonChoices: ChosenAddons;
  onChange: (change: Partial<ChosenAddons>) => void;
  link: {
    id: string;
    /** The error message for the URL, or null if the URL is valid. */
    problem: string | null;
    onBlur: () => void;
  };
};

/** Lists the add-ons with their prices. The hyperlink add-on also asks for its URL. */
export function AddonChoices({ addonChoices, onChange, link }: Props) {
  return (
    <Stack gap="sm">
      <NoAddons isChosen={getChosenTypes(addonChoices).length === 0} onChoose={() => onChange(noAddons)} />
      {addonOrder.map((type) => (
        <AddonChoice
          key={type}
          type={type}
          isChosen={addonChoices[type]}
          onChange={(isChosen) => onChange({ [type]: isChosen })}
          priceNote={t('jobs.perJob')}
        >
          {type === 'hyperlink' && addonChoices.hyperlink ? (
            <LinkField
              id={link.id}
              value={addonChoices.externalUrl}
              problem={link.problem}
              onChange={(externalUrl) => onChange({ externalUrl })}
              onBlur={link.onBlur}
            />
          ) : null}
        </AddonChoice>
      ))}
    </Stack>
  );
}

/** The "No add-ons" option. Choosing it clears all add-ons. */
export function NoAddons({ isChosen, onChoose }: { isChosen: boolean; onChoose: () => void }) {
  return (
    <Paper withBorder p="md">
      <Radio
        label={t('jobs.noAddOns')}
        description={t('jobs.noAddOnsDescription')}
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
  /** A paid add-on can't be bought again. Its checkbox sets whether it renews with the job. */
  isPaid?: boolean;
  priceNote?: string;
  children: ReactNode;
};

/** One add-on with its price and its fields. */
export function AddonChoice({ type, isChosen, onChange, isPaid = false, priceNote, children }: ChoiceProps) {
  const { label, description } = addonTexts[type];
  const checkboxProps = {
    checked: isChosen,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.checked),
  };
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
            <Checkbox label={t('jobs.renewAddOnWithJob', { label })} {...checkboxProps} />
          </Box>
        ) : (
          <Checkbox label={label} description={description} styles={{ label: { fontWeight: 600 } }} {...checkboxProps} />
        )}
        <Box ta="right" style={{ whiteSpace: 'nowrap' }}>
          <Text fw={600}>
            <Money dollars={toDollars(addonPriceCents[type])} isWholeDollars />
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
  /** The error message for the URL, or null if the URL is valid. */
  problem: string | null;
  onChange: (url: string) => void;
  onBlur: () => void;
};

/** The input for the URL of the employer's page, which the hyperlink add-on links to. */
export function LinkField({ id, value, problem, onChange, onBlur }: LinkFieldProps) {
  return (
    <TextInput
      id={id}
      label={t('jobs.applicationLinkLabel')}
      required
      type="url"
      inputMode="url"
      placeholder="https://"
      maxLength={2048}
      mt="sm"
      value={value}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => value && onBlur()}
    />
  );
}
