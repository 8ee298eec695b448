import { Box, Button, Checkbox, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import type { AddonType } from '#shared/catalogues.ts';
import { count } from '#shared/format.ts';
import { addonPriceCents, toDollars } from '#shared/pricing.ts';
import { Section } from '#web/ui/Section.tsx';
import { Money } from '#web/ui/Values.tsx';
import { addonOrder, addonTexts } from './addons.ts';
import { type ChosenAddons, changeJobDraft, useJobDraft } from './draft.ts';
import { totalOf } from './posting.ts';
import { linkProblem, steps } from './steps.ts';

/** Third step: what makes the job more visible. Each add-on is priced per job. */
export function AddonsStep({ companyId }: { companyId: string }) {
  const draft = useJobDraft(companyId);
  const navigate = useNavigate();
  const linkId = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const { addons, addresses } = draft;

  const change = (next: Partial<ChosenAddons>) => {
    setProblem(null);
    changeJobDraft(companyId, { addons: { ...addons, ...next } });
  };
  const goOn = () => {
    const wrong = linkProblem(addons);
    setProblem(wrong);
    if (wrong) {
      document.getElementById(linkId)?.focus();
      return;
    }
    changeJobDraft(companyId, { hasSeenAddons: true });
    void navigate({ to: steps[3].path });
  };

  return (
    <Stack gap="lg">
      <Section
        title="Add-ons"
        description={`Optional. Each is bought for ${addresses.length === 1 ? 'your job' : `each of your ${addresses.length} jobs`}.`}
      >
        <Stack gap="sm">
          {addonOrder.map((type) => (
            <AddonChoice key={type} type={type} isChosen={addons[type]} onChange={(isChosen) => change({ [type]: isChosen })}>
              {type === 'hyperlink' && addons.hyperlink ? (
                <TextInput
                  id={linkId}
                  label="Link to your page"
                  required
                  type="url"
                  inputMode="url"
                  placeholder="https://"
                  maxLength={2048}
                  mt="sm"
                  value={addons.externalUrl}
                  error={problem}
                  onChange={(event) => change({ externalUrl: event.currentTarget.value })}
                  onBlur={() => addons.externalUrl && setProblem(linkProblem(addons))}
                />
              ) : null}
            </AddonChoice>
          ))}
        </Stack>
      </Section>
      <Group justify="space-between" align="center">
        <Button variant="default" component={Link} to={steps[1].path}>
          Back
        </Button>
        <Group gap="md" flex="1 1 auto" justify="flex-end">
          <Text component="output">
            Total for {count(addresses.length, 'job')}:{' '}
            <Text span fw={650}>
              <Money dollars={totalOf(draft)} />
            </Text>
          </Text>
          <Button color="orange" onClick={goOn}>
            Continue to payment
          </Button>
        </Group>
      </Group>
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
