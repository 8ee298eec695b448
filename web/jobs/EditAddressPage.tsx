import { Alert, Box, Button, Group, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Address } from '#shared/places/addresses.ts';
import { messages } from '#shared/messages.ts';
import { codeOf } from '#web/errors.ts';
import { AddressAutocomplete, useAddressField } from '#web/places/AddressAutocomplete.tsx';
import { PlaceMap } from '#web/places/PlaceMap.tsx';

import { EditConflict } from '#web/ui/EditConflict.tsx';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { placeOf, placeOnMap } from './place-on-map.ts';
import { isEditable, jobErrorText } from './job-acts.ts';
import { NotEditable } from './NotEditable.tsx';

import { toJobAddress } from './posting.ts';
import { type JobDetail, jobQuery, readJob, useMoveJob } from './queries.ts';

type Back = { to: string; label: string };

/** Changes a job's address (`docs/product/jobs.md#editing-a-job`). */
export function EditAddressPage({ id, back }: { id: string; back: Back }) {
  const { data: job } = useSuspenseQuery(jobQuery(id));
  if (!isEditable(job)) return <NotEditable job={job} title="Change location" back={back} />;
  return <EditAddress job={job} back={back} />;
}

/** Other changes made meanwhile do not matter. If someone else changed the address, the user is asked. */
function EditAddress({ job, back }: { job: JobDetail; back: Back }) {
  const { id } = job;
  const navigate = useNavigate();
  const move = useMoveJob();
  const [base, setBase] = useState({ place: placeOf(job), version: job.version });
  const { address, settled, refuse, reset, field } = useAddressField();
  const [theirs, setTheirs] = useState<string | null>(null);

  const send = async (mine: Address, from = base): Promise<void> => {
    try {
      await move.mutateAsync({ id, version: from.version, addresses: [toJobAddress(mine)] });
    } catch (error) {
      if (codeOf(error) !== 'edit_conflict') throw error;
      const stored = await readJob(id);
      const next = { place: placeOf(stored), version: stored.version };
      if (next.place === from.place) return send(mine, next);
      move.reset();
      setBase(next);
      return setTheirs(next.place);
    }
    toast.success(messages.updated);
    return navigate({ href: back.to, ignoreBlocker: true });
  };
  const save = async () => {
    const chosen = await settled();
    if (chosen === undefined) return navigate({ href: back.to });
    if (chosen === null) return refuse(messages.addressTooVague);
    return send(chosen);
  };

  return (
    <>
      <PageHeader
        title={`Change location: ${job.title}`}
        back={back}
        description="The job moves to the new location immediately."
      />
      <Stack gap="lg" maw="46rem">
        {move.error ? (
          <Alert color="red" variant="light" role="alert">
            {jobErrorText(move.error)}
          </Alert>
        ) : null}
        {theirs ? (
          <EditConflict
            fields={[{ label: 'Address', theirs, mine: address?.description ?? '' }]}
            onTakeTheirs={() => {
              reset();
              setTheirs(null);
            }}
          />
        ) : null}
        <Section
          title="Address"
          footer={
            <Group justify="flex-end">
              <Button color="orange" loading={move.isPending} onClick={() => void save().catch(() => undefined)}>
                Save
              </Button>
            </Group>
          }
        >
          <AddressAutocomplete
            key={base.version}
            label="Job location"
            hint="Street, city or ZIP code in the United States. Choose from the list."
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
