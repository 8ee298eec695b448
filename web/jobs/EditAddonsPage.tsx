import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { can } from '#shared/access/access.ts';
import { useMe } from '#web/use-me.ts';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { Money } from '#web/ui/Values.tsx';
import { AddonChoice, LinkField, NoAddons } from './AddonChoices.tsx';
import { addonOrder, addonRequests, noAddons, choicesOf, dueOf, isPaid } from './addons.ts';

import { type ChosenAddons, linkProblem } from './steps.ts';
import { isEditable } from './job-acts.ts';

import { NotEditable } from './NotEditable.tsx';
import { type JobDetail, jobQuery, useEditAddons } from './queries.ts';
import { t, rich } from '#web/texts/app.ts';
import { errorText } from '#web/errors.ts';

type Back = { to: string; label: string };

/** `/company/jobs/{id}/addons`: which add-ons renew with the job, and new ones. */
export function EditAddonsPage({ id, back }: { id: string; back: Back }) {
  const { data: job } = useSuspenseQuery(jobQuery(id));
  if (!isEditable(job)) return <NotEditable job={job} title={t('jobs.addOnsForTitle', { title: job.title })} back={back} />;
  return <EditAddons job={job} back={back} />;
}

/** New add-ons of a posted job are paid next. Those of an unpaid job are paid together with it. */
function EditAddons({ job, back }: { job: JobDetail; back: Back }) {
  const { id, addons } = job;
  const me = useMe();
  const navigate = useNavigate();
  const save = useEditAddons();
  const linkId = useId();
  const [choices, setChoices] = useState(() => choicesOf(addons));
  const [problem, setProblem] = useState<string | null>(null);
  const due = dueOf(addons, choices);
  const isUp = job.status === 'POSTED' || job.status === 'SCHEDULED';
  const isPaymentNext = due > 0 && isUp && me.companyId !== null && can(me.roles, 'payment.charge');
  const isChanged = JSON.stringify(choices) !== JSON.stringify(choicesOf(addons));

  const change = (next: Partial<ChosenAddons>) => {
    setProblem(null);
    setChoices({ ...choices, ...next });
  };
  const send = async () => {
    const wrong = linkProblem(choices);
    setProblem(wrong);
    if (wrong) {
      document.getElementById(linkId)?.focus();
      return;
    }
    if (isChanged) await save.mutateAsync({ id, addons: addonRequests(choices, addons) });
    if (isPaymentNext) {
      await navigate({ to: '/company/jobs/$id/purchase', params: { id }, search: { of: 'addons' }, ignoreBlocker: true });
      return;
    }
    if (isChanged) toast.success(t('errors.updated'));
    await navigate({ href: back.to, ignoreBlocker: true });
  };

  return (
    <>
      <PageHeader
        title={t('jobs.addOnsForTitle', { title: job.title })}
        back={back}
        description={t('jobs.theseAddOnsApplyJob')}
      />
      <Stack gap="lg" maw="46rem">
        {save.error ? (
          <Alert color="red" variant="light" role="alert">
            {errorText(save.error)}
          </Alert>
        ) : null}
        <Section
          title={t('jobs.addOns')}
          footer={
            <Group justify="space-between" gap="md">
              <Text component="output" size="sm">
                {due > 0
                  ? rich(isUp ? 'jobs.dueNow' : 'jobs.dueWhenPayJob', {
                      money: () => <Money dollars={due} />,
                      b: (content) => (
                        <Text span fw={650}>
                          {content}
                        </Text>
                      ),
                    })
                  : t('jobs.nothingDue')}
              </Text>
              <Button color="orange" loading={save.isPending} onClick={() => void send().catch(() => undefined)}>
                {isPaymentNext ? t('jobs.continueToPayment') : t('common.save')}
              </Button>
            </Group>
          }
        >
          <Stack gap="sm">
            {addonOrder.some((type) => isPaid(addons, type)) ? null : (
              <NoAddons isChosen={addonOrder.every((type) => !choices[type])} onChoose={() => change(noAddons)} />
            )}
            {addonOrder.map((type) => (
              <AddonChoice
                key={type}
                type={type}
                isPaid={isPaid(addons, type)}
                isChosen={choices[type]}
                onChange={(isChosen) => change({ [type]: isChosen })}
              >
                {type === 'hyperlink' && (choices.hyperlink || isPaid(addons, type)) ? (
                  <LinkField
                    id={linkId}
                    value={choices.externalUrl}
                    problem={problem}
                    onChange={(externalUrl) => change({ externalUrl })}
                    onLeave={() => setProblem(linkProblem(choices))}
                  />
                ) : null}
              </AddonChoice>
            ))}
          </Stack>
        </Section>
      </Stack>
      <UnsavedChanges isDirty={() => isChanged} />
    </>
  );
}
