import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { can } from '#shared/access/access.ts';
import { jobTotalCents, toDollars } from '#shared/billing/pricing.ts';
import { useMe } from '#web/use-me.ts';
import { Section } from '#web/ui/Section.tsx';
import { Money } from '#web/ui/Values.tsx';
import { AddonChoices } from './AddonChoices.tsx';
import { addonRequests, chosenOf, chosenTypes } from './addons.ts';
import { duplicateSteps } from './duplicate.ts';
import { DuplicateFrame } from './DuplicateFrame.tsx';
import type { ChosenAddons } from './draft.ts';
import { jobQuery, useEditAddons } from './queries.ts';
import { jobErrorText } from './refusal-words.ts';
import { linkProblem } from './steps.ts';

/** Third step: the copy's add-ons, at today's prices. Then it is paid, by those who pay for the company. */
export function DuplicateAddonsStep({ id, copyId }: { id: string; copyId: string }) {
  const me = useMe();
  const { data: job } = useSuspenseQuery(jobQuery(id));
  const { data: copy } = useSuspenseQuery(jobQuery(copyId));
  const navigate = useNavigate();
  const edit = useEditAddons();
  const linkId = useId();
  const [chosen, setChosen] = useState<ChosenAddons>(() => chosenOf(copy.addons));
  const [problem, setProblem] = useState<string | null>(null);
  const mayPay = me.companyId !== null && can(me.roles, 'payment.charge');

  const goOn = async () => {
    const wrong = linkProblem(chosen);
    setProblem(wrong);
    if (wrong) return document.getElementById(linkId)?.focus();
    await edit.mutateAsync({ id: copyId, addons: addonRequests(chosen) });
    if (!mayPay) return navigate({ to: '/company/jobs/$id/detail', params: { id: copyId } });
    return navigate({ to: '/company/jobs/new/payment-method', search: { order: copy.orderId ?? undefined } });
  };

  return (
    <DuplicateFrame job={job} copyId={copyId} current={2}>
      <Stack gap="lg">
        {edit.error ? (
          <Alert color="red" variant="light" role="alert">
            {jobErrorText(edit.error)}
          </Alert>
        ) : null}
        <Section title="Add-ons" description="Optional. Priced per job. The original job’s add-ons don’t carry over.">
          <AddonChoices
            chosen={chosen}
            onChange={(change) => {
              setProblem(null);
              setChosen({ ...chosen, ...change });
            }}
            link={{ id: linkId, problem, onLeave: () => setProblem(linkProblem(chosen)) }}
          />
        </Section>
        <Group justify="space-between">
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to={duplicateSteps[1].to} params={{ id }} search={{ copy: copyId }} />}
          >
            Back
          </Button>
          <Group gap="md" flex="1 1 auto" justify="flex-end">
            <Text component="output">
              Total:{' '}
              <Text span fw={650}>
                <Money dollars={toDollars(jobTotalCents(chosenTypes(chosen)))} />
              </Text>
            </Text>
            <Button color="orange" loading={edit.isPending} onClick={() => void goOn().catch(() => undefined)}>
              {mayPay ? 'Continue to payment' : 'Save copy'}
            </Button>
          </Group>
        </Group>
      </Stack>
    </DuplicateFrame>
  );
}
