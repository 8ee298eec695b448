import { Button, Group, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { count } from '#shared/format.ts';
import { Section } from '#web/ui/Section.tsx';
import { Money } from '#web/ui/Values.tsx';
import { AddonChoices } from './AddonChoices.tsx';
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
      <Section title="Add-ons" description="Optional. Priced per job.">
        <AddonChoices
          chosen={addons}
          onChange={change}
          link={{ id: linkId, problem, onLeave: () => setProblem(linkProblem(addons)) }}
        />
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
