import { Box, Group, Stack, Alert, Button, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef, useId, useState } from 'react';
import { can } from '#shared/access/access.ts';
import { jobTotalCents, toDollars } from '#shared/billing/pricing.ts';
import { AddressAutocomplete, useAddressField } from '#web/places/AddressAutocomplete.tsx';
import { PlaceMap, addressLine, placeOnMap } from '#web/places/PlaceMap.tsx';
import { rich, t } from '#web/texts/app.ts';
import { errorText } from '#web/errors.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Money } from '#web/ui/Values.tsx';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { useMe } from '#web/use-me.ts';
import { AddonChoices } from './AddonChoices.tsx';
import { ContentFields, PostingFields } from './ContentFields.tsx';
import { StepTrail } from './StepTrail.tsx';
import { addonRequests, chosenOf, chosenTypes } from './addons.ts';
import { contentFormSchema, type ContentValues, contentOf, toContentChanges, toSchedule } from './content-form.ts';
import { duplicateSteps, contentOfCopy } from './duplicate.ts';
import { editedJobVideo, toJobAddress } from './posting.ts';
import { type JobDetail, jobQuery, useDuplicateJob, useUpdateJob, useMoveJob, useEditAddons } from './queries.ts';
import { type ChosenAddons, linkProblem } from './steps.ts';

type Props = { job: JobDetail; copyId: string | undefined; current: number; children: ReactNode };

/** The layout of the steps of a duplicate (`docs/product/jobs.md#duplicating-a-job`). */
export function DuplicateFrame({ job: { id, title }, copyId, current, children }: Props) {
  return (
    <Box maw="64rem" mx="auto">
      <PageHeader
        title={t('jobs.duplicateTitle', { title })}
        back={{ to: `/company/jobs/${id}/detail`, label: t('common.job') }}
        description={t('jobs.thisCreatesSeparateJobGoes')}
      />
      <StepTrail
        label={t('jobs.stepsToDuplicateTheJob')}
        current={current}
        steps={duplicateSteps.map(({ label, to }) => ({
          label,
          link:
            copyId && to
              ? (face, className) => (
                  <Link to={to} params={{ id }} search={{ copy: copyId }} className={className}>
                    {face}
                  </Link>
                )
              : undefined,
        }))}
      />
      {children}
    </Box>
  );
}

type DuplicateContentStepProps = { id: string; copyId: string | undefined };

/** The first step: the content. The copy is created when the user continues. */
export function DuplicateContentStep({ id, copyId }: DuplicateContentStepProps) {
  const { data: job } = useSuspenseQuery(jobQuery(id));
  const { data: stored } = useSuspenseQuery(jobQuery(copyId ?? id));
  const navigate = useNavigate();
  const duplicate = useDuplicateJob();
  const update = useUpdateJob();
  const video = editedJobVideo(t('jobs.copyOfId', { id }));
  /** Created once, even if a later part of the step has to be retried. */
  const copyIdRef = useRef(copyId);
  const before = copyId ? contentOf(stored) : contentOfCopy(stored);
  const form = useSchemaForm<ContentValues>(contentFormSchema, { initialValues: before });

  const send = async (formValues: ContentValues) => {
    const uploaded = await video.settled();
    const values = uploaded === null ? formValues : { ...formValues, videoUrl: uploaded };
    copyIdRef.current ??= (await duplicate.mutateAsync({ id })).id;
    const copy = copyIdRef.current;
    await update.mutateAsync({ id: copy, ...toContentChanges(before, values), ...toSchedule(values) });
    const [here, next] = duplicateSteps;
    const to = { params: { id }, search: { copy }, ignoreBlocker: true };
    await navigate({ to: here.to, ...to, replace: true });
    await navigate({ to: next.to, ...to });
  };

  return (
    <DuplicateFrame job={job} copyId={copyId} current={0}>
      <Form form={form} label={t('jobs.jobContent')} onSubmit={send}>
        <Stack gap="lg">
          <ContentFields form={form} companyId={job.companyId} video={{ uploader: video }} />
          <Section title={t('jobs.posting')}>
            <PostingFields form={form} />
          </Section>
          <Group justify="flex-end">
            <SubmitButton>{t('jobs.continueToLocation')}</SubmitButton>
          </Group>
        </Stack>
      </Form>
      <UnsavedChanges isDirty={() => form.isDirty()} />
    </DuplicateFrame>
  );
}

/** The second step: the address, which starts as the original job's. */
export function DuplicateAddressStep({ id, copyId }: { id: string; copyId: string }) {
  const { data: job } = useSuspenseQuery(jobQuery(id));
  const { data: copy } = useSuspenseQuery(jobQuery(copyId));
  const navigate = useNavigate();
  const move = useMoveJob();
  const { address, settled, refuse, field } = useAddressField();
  const to = { params: { id }, search: { copy: copyId } };

  const continueToAddons = async () => {
    const chosenAddress = await settled();
    if (chosenAddress === null) return refuse(t('errors.addressTooVague'));
    if (chosenAddress) await move.mutateAsync({ id: copyId, addresses: [toJobAddress(chosenAddress)] });
    return navigate({ to: duplicateSteps[2].to, ...to, ignoreBlocker: true });
  };

  return (
    <DuplicateFrame job={job} copyId={copyId} current={1}>
      <Stack gap="lg">
        {move.error ? (
          <Alert color="red" variant="light" role="alert">
            {errorText(move.error)}
          </Alert>
        ) : null}
        <Section title={t('common.address')}>
          <Stack gap="md">
            <AddressAutocomplete
              label={t('jobs.location')}
              hint={t('jobs.streetCityZipCodeUnited')}
              value={address === undefined ? addressLine(copy) : (address?.description ?? '')}
              {...field}
            />
            <PlaceMap label={address?.description ?? addressLine(copy)} places={[placeOnMap(address ?? copy)]} />
          </Stack>
        </Section>
        <Group justify="space-between">
          <Button variant="default" renderRoot={(props) => <Link {...props} to={duplicateSteps[0].to} {...to} />}>
            {t('jobs.back')}
          </Button>
          <Button color="orange" loading={move.isPending} onClick={() => void continueToAddons().catch(() => undefined)}>
            {t('jobs.continueToAddOns')}
          </Button>
        </Group>
      </Stack>
      <UnsavedChanges isDirty={() => address !== undefined} />
    </DuplicateFrame>
  );
}

/** The third step: the add-ons at today's prices. Then the company's people pay for the copy. */
export function DuplicateAddonsStep({ id, copyId }: { id: string; copyId: string }) {
  const me = useMe();
  const { data: job } = useSuspenseQuery(jobQuery(id));
  const { data: copy } = useSuspenseQuery(jobQuery(copyId));
  const navigate = useNavigate();
  const edit = useEditAddons();
  const linkId = useId();
  const [addonChoices, setChosen] = useState<ChosenAddons>(() => chosenOf(copy.addons));
  const [problem, setProblem] = useState<string | null>(null);
  const mayPay = me.companyId !== null && can(me.roles, 'payment.charge');

  const continueToPayment = async () => {
    const wrong = linkProblem(addonChoices);
    setProblem(wrong);
    if (wrong) return document.getElementById(linkId)?.focus();
    await edit.mutateAsync({ id: copyId, addons: addonRequests(addonChoices) });
    if (!mayPay) return navigate({ to: '/company/jobs/$id/detail', params: { id: copyId } });
    return navigate({ to: '/company/jobs/new/payment-method', search: { order: copy.orderId ?? undefined } });
  };

  return (
    <DuplicateFrame job={job} copyId={copyId} current={2}>
      <Stack gap="lg">
        {edit.error ? (
          <Alert color="red" variant="light" role="alert">
            {errorText(edit.error)}
          </Alert>
        ) : null}
        <Section title={t('jobs.addOns')} description={t('jobs.optionalPricedPerJobOriginal')}>
          <AddonChoices
            chosen={addonChoices}
            onChange={(change) => {
              setProblem(null);
              setChosen({ ...addonChoices, ...change });
            }}
            link={{ id: linkId, problem, onLeave: () => setProblem(linkProblem(addonChoices)) }}
          />
        </Section>
        <Group justify="space-between">
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to={duplicateSteps[1].to} params={{ id }} search={{ copy: copyId }} />}
          >
            {t('jobs.back')}
          </Button>
          <Group gap="md" flex="1 1 auto" justify="flex-end">
            <Text component="output">
              {rich('jobs.total', {
                money: () => <Money dollars={toDollars(jobTotalCents(chosenTypes(addonChoices)))} />,
                b: (content) => (
                  <Text span fw={650}>
                    {content}
                  </Text>
                ),
              })}
            </Text>
            <Button color="orange" loading={edit.isPending} onClick={() => void continueToPayment().catch(() => undefined)}>
              {mayPay ? t('jobs.continueToPayment') : t('jobs.saveCopy')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </DuplicateFrame>
  );
}
