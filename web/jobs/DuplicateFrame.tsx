import { Box, Group, Stack, Alert, Button, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef, useId, useState } from 'react';
import { can } from '#shared/access/access.ts';
import { jobTotalCents, toDollars } from '#shared/billing/pricing.ts';
import { errorText } from '#web/api/errors.ts';
import { AddressAutocomplete, useAddressField } from '#web/places/AddressAutocomplete.tsx';
import { PlaceMap, addressLine, placeOnMap } from '#web/places/PlaceMap.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { rich, t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Money } from '#web/ui/Values.tsx';
import { AddonChoices } from './AddonChoices.tsx';
import { toAddonRequests, toAddonChoices, getChosenTypes } from './addons.ts';
import { contentFormSchema, type ContentValues, toContentValues, toContentChanges, toSchedule } from './content-form.ts';
import { ContentFields, PostingFields } from './ContentFields.tsx';
import { duplicateSteps, toCopyContent } from './duplicate.ts';
import { getJobVideoUploader, toJobAddress } from './posting.ts';
import { type JobDetail, jobQuery, useDuplicateJob, useUpdateJob, useMoveJob, useEditAddons } from './queries.ts';
import { type ChosenAddons, validateLink } from './steps.ts';
import { StepTrail } from './StepTrail.tsx';

type Props = { job: JobDetail; copyId: string | undefined; currentStep: number; children: ReactNode };

/** The layout of the steps of a duplicate (`docs/product/jobs.md#duplicating-a-job`). */
export function DuplicateFrame({ job: { id, title }, copyId, currentStep, children }: Props) {
  return (
    <Box maw="64rem" mx="auto">
      <PageHeader
        title={t('jobs.duplicateTitle', { title })}
        back={{ to: `/company/jobs/${id}/detail`, label: t('common.job') }}
        description={t('jobs.duplicateDescription')}
      />
      <StepTrail
        label={t('jobs.duplicateStepsLabel')}
        currentStep={currentStep}
        steps={duplicateSteps.map(({ label, to }) => ({
          label,
          link:
            copyId && to
              ? (stepContent, className) => (
                  <Link to={to} params={{ id }} search={{ copy: copyId }} className={className}>
                    {stepContent}
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

/** The first step of duplicating a job: its content. The copy is created when the user continues. */
export function DuplicateContentStep({ id, copyId }: DuplicateContentStepProps) {
  const { data: job } = useSuspenseQuery(jobQuery(id));
  const { data: sourceJob } = useSuspenseQuery(jobQuery(copyId ?? id));
  const navigate = useNavigate();
  const duplicate = useDuplicateJob();
  const update = useUpdateJob();
  const video = getJobVideoUploader(t('jobs.copyOfJob', { id }));
  /** The copy is created only once, even if a later part of this step fails and the user tries again. */
  const copyIdRef = useRef(copyId);
  const initialContent = copyId ? toContentValues(sourceJob) : toCopyContent(sourceJob);
  const form = useSchemaForm<ContentValues>(contentFormSchema, { initialValues: initialContent });

  const send = async (formValues: ContentValues) => {
    const uploadedUrl = await video.settled();
    const values = uploadedUrl === null ? formValues : { ...formValues, videoUrl: uploadedUrl };
    copyIdRef.current ??= (await duplicate.mutateAsync({ id })).id;
    const newCopyId = copyIdRef.current;
    await update.mutateAsync({ id: newCopyId, ...toContentChanges(initialContent, values), ...toSchedule(values) });
    const [currentStep, nextStep] = duplicateSteps;
    const navigateOptions = { params: { id }, search: { copy: newCopyId }, ignoreBlocker: true };
    await navigate({ to: currentStep.to, ...navigateOptions, replace: true });
    await navigate({ to: nextStep.to, ...navigateOptions });
  };

  return (
    <DuplicateFrame job={job} copyId={copyId} currentStep={0}>
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

/** The second step of duplicating a job: its address. It starts with the original job's address. */
export function DuplicateAddressStep({ id, copyId }: { id: string; copyId: string }) {
  const { data: job } = useSuspenseQuery(jobQuery(id));
  const { data: copy } = useSuspenseQuery(jobQuery(copyId));
  const navigate = useNavigate();
  const move = useMoveJob();
  const { address, settled, refuse, field } = useAddressField();
  const linkOptions = { params: { id }, search: { copy: copyId } };

  const continueToAddons = async () => {
    const chosenAddress = await settled();
    if (chosenAddress === null) return refuse(t('errors.addressTooVague'));
    if (chosenAddress) await move.mutateAsync({ id: copyId, addresses: [toJobAddress(chosenAddress)] });
    return navigate({ to: duplicateSteps[2].to, ...linkOptions, ignoreBlocker: true });
  };

  return (
    <DuplicateFrame job={job} copyId={copyId} currentStep={1}>
      <Stack gap="lg">
        {move.error ? (
          <Alert color="red" variant="light" role="alert">
            {errorText(move.error)}
          </Alert>
        ) : null}
        <Section title={t('common.address')}>
          <Stack gap="md">
            <AddressAutocomplete
              label={t('common.location')}
              hint={t('jobs.locationHint')}
              value={address === undefined ? addressLine(copy) : (address?.description ?? '')}
              {...field}
            />
            <PlaceMap label={address?.description ?? addressLine(copy)} places={[placeOnMap(address ?? copy)]} />
          </Stack>
        </Section>
        <Group justify="space-between">
          <Button variant="default" renderRoot={(props) => <Link {...props} to={duplicateSteps[0].to} {...linkOptions} />}>
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

/** The third step of duplicating a job: the add-ons at current prices. A user who may pay continues to the payment. */
export function DuplicateAddonsStep({ id, copyId }: { id: string; copyId: string }) {
  const me = useMe();
  const { data: job } = useSuspenseQuery(jobQuery(id));
  const { data: copy } = useSuspenseQuery(jobQuery(copyId));
  const navigate = useNavigate();
  const edit = useEditAddons();
  const linkId = useId();
  const [addonChoices, setAddonChoices] = useState<ChosenAddons>(() => toAddonChoices(copy.addons));
  const [problem, setProblem] = useState<string | null>(null);
  const mayPay = me.companyId !== null && can(me.roles, 'payment.charge');

  const continueToPayment = async () => {
    const linkError = validateLink(addonChoices);
    setProblem(linkError);
    if (linkError) return document.getElementById(linkId)?.focus();
    await edit.mutateAsync({ id: copyId, addons: toAddonRequests(addonChoices) });
    if (!mayPay) return navigate({ to: '/company/jobs/$id/detail', params: { id: copyId } });
    return navigate({ to: '/company/jobs/new/payment-method', search: { order: copy.orderId ?? undefined } });
  };

  return (
    <DuplicateFrame job={job} copyId={copyId} currentStep={2}>
      <Stack gap="lg">
        {edit.error ? (
          <Alert color="red" variant="light" role="alert">
            {errorText(edit.error)}
          </Alert>
        ) : null}
        <Section title={t('common.addOns')} description={t('jobs.duplicateAddOnsDescription')}>
          <AddonChoices
            addonChoices={addonChoices}
            onChange={(change) => {
              setProblem(null);
              setAddonChoices({ ...addonChoices, ...change });
            }}
            link={{ id: linkId, problem, onBlur: () => setProblem(validateLink(addonChoices)) }}
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
                money: () => <Money dollars={toDollars(jobTotalCents(getChosenTypes(addonChoices)))} />,
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
