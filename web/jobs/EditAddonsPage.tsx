import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { can } from '#shared/access/access.ts';
import { errorText } from '#web/api/errors.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t, rich } from '#web/texts/app.ts';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { Money } from '#web/ui/Values.tsx';
import { AddonChoice, LinkField, NoAddons } from './AddonChoices.tsx';
import { addonOrder, toAddonRequests, noAddons, getAddonChoices, getAmountDue, isAddonPaid } from './addons.ts';
import { isEditable } from './job-actions.ts';
import { NotEditable } from './NotEditable.tsx';
import { type JobDetail, jobQuery, useEditAddons } from './queries.ts';
import { type ChosenAddons, validateLink } from './steps.ts';

type BackLink = { to: string; label: string };

/** `/company/jobs/{id}/addons`: sets which add-ons renew with the job, and adds new ones. */
export function EditAddonsPage({ id, back }: { id: string; back: BackLink }) {
  const { data: job } = useSuspenseQuery(jobQuery(id));
  if (!isEditable(job)) return <NotEditable job={job} title={t('jobs.editAddOnsTitle', { title: job.title })} back={back} />;
  return <EditAddons job={job} back={back} />;
}

/** New add-ons of a posted or scheduled job are paid on the next screen. Those of an unpaid job are paid together with it. */
function EditAddons({ job, back }: { job: JobDetail; back: BackLink }) {
  const { id, addons } = job;
  const me = useMe();
  const navigate = useNavigate();
  const save = useEditAddons();
  const linkId = useId();
  const [choices, setChoices] = useState(() => getAddonChoices(addons));
  const [problem, setProblem] = useState<string | null>(null);
  const amountDue = getAmountDue(addons, choices);
  const isPostedOrScheduled = job.status === 'POSTED' || job.status === 'SCHEDULED';
  const isPaymentNext = amountDue > 0 && isPostedOrScheduled && me.companyId !== null && can(me.roles, 'payment.charge');
  const isChanged = JSON.stringify(choices) !== JSON.stringify(getAddonChoices(addons));

  const change = (next: Partial<ChosenAddons>) => {
    setProblem(null);
    setChoices({ ...choices, ...next });
  };
  const send = async () => {
    const linkError = validateLink(choices);
    setProblem(linkError);
    if (linkError) {
      document.getElementById(linkId)?.focus();
      return;
    }
    if (isChanged) await save.mutateAsync({ id, addons: toAddonRequests(choices, addons) });
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
        title={t('jobs.editAddOnsTitle', { title: job.title })}
        back={back}
        description={t('jobs.editAddOnsDescription')}
      />
      <Stack gap="lg" maw="46rem">
        {save.error ? (
          <Alert color="red" variant="light" role="alert">
            {errorText(save.error)}
          </Alert>
        ) : null}
        <Section
          title={t('common.addOns')}
          footer={
            <Group justify="space-between" gap="md">
              <Text component="output" size="sm">
                {amountDue > 0
                  ? rich(isPostedOrScheduled ? 'jobs.dueNow' : 'jobs.dueWithJobPayment', {
                      money: () => <Money dollars={amountDue} />,
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
            {addonOrder.some((type) => isAddonPaid(addons, type)) ? null : (
              <NoAddons isChosen={addonOrder.every((type) => !choices[type])} onChoose={() => change(noAddons)} />
            )}
            {addonOrder.map((type) => (
              <AddonChoice
                key={type}
                type={type}
                isPaid={isAddonPaid(addons, type)}
                isChosen={choices[type]}
                onChange={(isChosen) => change({ [type]: isChosen })}
              >
                {type === 'hyperlink' && (choices.hyperlink || isAddonPaid(addons, type)) ? (
                  <LinkField
                    id={linkId}
                    value={choices.externalUrl}
                    problem={problem}
                    onChange={(externalUrl) => change({ externalUrl })}
                    onBlur={() => setProblem(validateLink(choices))}
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
