import { Alert, Box, Button, Group, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Address } from '#shared/places/addresses.ts';
import { codeOf, errorText } from '#web/api/errors.ts';
import { AddressAutocomplete, useAddressField } from '#web/places/AddressAutocomplete.tsx';
import { PlaceMap, addressLine, placeOnMap } from '#web/places/PlaceMap.tsx';
import { t } from '#web/texts/app.ts';
import { EditConflict, UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { isEditable } from './job-actions.ts';
import { NotEditable } from './NotEditable.tsx';
import { toJobAddress } from './posting.ts';
import { type JobDetail, jobQuery, fetchJob, useMoveJob } from './queries.ts';

type BackLink = { to: string; label: string };

/** Changes a job's address (`docs/product/jobs.md#editing-a-job`). */
export function EditAddressPage({ id, back }: { id: string; back: BackLink }) {
  const { data: job } = useSuspenseQuery(jobQuery(id));
  if (!isEditable(job)) return <NotEditable job={job} title={t('common.changeLocation')} back={back} />;
  return <EditAddress job={job} back={back} />;
}

/** If someone else has changed the address in the meantime, the user chooses between the two. Other changes do not conflict. */
function EditAddress({ job, back }: { job: JobDetail; back: BackLink }) {
  const { id } = job;
  const navigate = useNavigate();
  const move = useMoveJob();
  const [base, setBase] = useState({ place: addressLine(job), version: job.version });
  const { address, settled, refuse, reset, field } = useAddressField();
  const [storedAddress, setStoredAddress] = useState<string | null>(null);

  const send = async (newAddress: Address, editBase = base): Promise<void> => {
    try {
      await move.mutateAsync({ id, version: editBase.version, addresses: [toJobAddress(newAddress)] });
    } catch (error) {
      if (codeOf(error) !== 'edit_conflict') throw error;
      const storedJob = await fetchJob(id);
      const newBase = { place: addressLine(storedJob), version: storedJob.version };
      if (newBase.place === editBase.place) return send(newAddress, newBase);
      move.reset();
      setBase(newBase);
      return setStoredAddress(newBase.place);
    }
    toast.success(t('errors.updated'));
    return navigate({ href: back.to, ignoreBlocker: true });
  };
  const save = async () => {
    const chosenAddress = await settled();
    if (chosenAddress === undefined) return navigate({ href: back.to });
    if (chosenAddress === null) return refuse(t('errors.addressTooVague'));
    return send(chosenAddress);
  };

  return (
    <>
      <PageHeader
        title={t('jobs.changeLocationTitle', { title: job.title })}
        back={back}
        description={t('jobs.changeLocationDescription')}
      />
      <Stack gap="lg" maw="46rem">
        {storedAddress ? (
          <EditConflict
            fields={[{ label: t('common.address'), remote: storedAddress, local: address?.description ?? '' }]}
            onAcceptRemote={() => {
              reset();
              setStoredAddress(null);
            }}
          />
        ) : null}
        <Section
          title={t('common.address')}
          footer={
            <Stack gap="sm">
              {move.error ? (
                <Alert color="red" variant="light" role="alert">
                  {errorText(move.error)}
                </Alert>
              ) : null}
              <Group justify="flex-end">
                <Button color="orange" loading={move.isPending} onClick={() => void save().catch(() => undefined)}>
                  {t('common.save')}
                </Button>
              </Group>
            </Stack>
          }
        >
          <AddressAutocomplete
            key={base.version}
            label={t('jobs.jobLocation')}
            hint={t('jobs.locationHint')}
            value={address === undefined ? base.place : (address?.description ?? '')}
            {...field}
          />
          <Box mt="md">
            <PlaceMap label={address?.description ?? base.place} places={[placeOnMap(address ?? job)]} />
          </Box>
        </Section>
      </Stack>
      <UnsavedChanges isDirty={() => address !== undefined} />
    </>
  );
}
