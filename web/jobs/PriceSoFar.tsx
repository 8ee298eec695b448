import { Button, Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import { addonPriceCents, jobPriceCents, jobTotalCents, postingDays, toDollars } from '#shared/billing/pricing.ts';
import type { AddonType } from '#shared/catalogues.ts';
import { t } from '#web/texts/app.ts';
import { Money } from '#web/ui/Values.tsx';
import { addonOrder, addonTexts, getChosenTypes, presetAddon } from './addons.ts';
import { getDraftTotal } from './posting.ts';
import { changeJobDraft, useJobDraft } from './steps.ts';

/**
 * What a new job costs, in sight before its add-ons are chosen. The preset add-on has a line of its own with a button beside it
 * that removes it or adds it again (`docs/product/jobs.md#posting-a-job`).
 */
export function PriceSoFar({ companyId }: { companyId: string }) {
  const draft = useJobDraft(companyId);
  const headingId = useId();
  const types = getChosenTypes(draft.addons);
  // A line stays when its add-on is removed, so that it can be added again in the same place.
  const [lines] = useState(() => addonOrder.filter((type) => type === presetAddon || types.includes(type)));
  const count = draft.addresses.length;
  const choose = (type: AddonType, isChosen: boolean) =>
    changeJobDraft(companyId, { addons: { ...draft.addons, [type]: isChosen } });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={headingId}>
      <VisuallyHidden component="h2" id={headingId}>
        {t('jobs.price')}
      </VisuallyHidden>
      <Stack gap={6}>
        <Line name={t('common.jobPostingItem', { postingDays })} dollars={toDollars(jobPriceCents)} />
        {lines.map((type) => (
          <AddonLine key={type} type={type} isChosen={types.includes(type)} onChoose={(isChosen) => choose(type, isChosen)} />
        ))}
        <Group justify="space-between" gap="md" pt={6} style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
          <Text size="sm" fw={600}>
            {count === 0 ? t('jobs.pricePerLocation') : t('jobs.totalForLocations', { count })}
          </Text>
          <Text component="output" fw={650}>
            <Money dollars={count === 0 ? toDollars(jobTotalCents(types)) : getDraftTotal(draft)} isWholeDollars />
          </Text>
        </Group>
      </Stack>
    </Paper>
  );
}

function Line({ name, dollars }: { name: string; dollars: number }) {
  return (
    <Group justify="space-between" gap="md">
      <Text size="sm">{name}</Text>
      <Text size="sm">
        <Money dollars={dollars} isWholeDollars />
      </Text>
    </Group>
  );
}

function AddonLine({ type, isChosen, onChoose }: { type: AddonType; isChosen: boolean; onChoose: (isChosen: boolean) => void }) {
  const { label, description } = addonTexts[type];
  return (
    <Group justify="space-between" gap="md" wrap="nowrap" align="flex-start">
      <div>
        <Group gap="xs">
          <Text size="sm" c={isChosen ? undefined : 'dimmed'}>
            {label}
          </Text>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={isChosen ? t('jobs.removeAddon', { label }) : t('jobs.addAddon', { label })}
            onClick={() => onChoose(!isChosen)}
          >
            {isChosen ? t('common.remove') : t('common.add')}
          </Button>
        </Group>
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      </div>
      <Text size="sm" c={isChosen ? undefined : 'dimmed'} td={isChosen ? undefined : 'line-through'}>
        <Money dollars={toDollars(addonPriceCents[type])} isWholeDollars />
      </Text>
    </Group>
  );
}
