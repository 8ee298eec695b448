import { Alert, Button, Group, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Address } from '#shared/addresses.ts';
import { messages } from '#shared/messages.ts';
import { errorText } from '#web/errors.ts';
import { AddressAutocomplete } from '#web/places/AddressAutocomplete.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { toJobAddress } from './posting.ts';
import { type JobDetail, jobQuery, useMoveJob } from './queries.ts';

type Props = { id: string; back: { to: string; label: string } };

const placeOf = ({ street1, city, state, postalCode }: JobDetail) =>
  [street1, city, [state, postalCode].filter(Boolean).join(' '), 'USA'].filter(Boolean).join(', ');

/** Moves a job to another address (`product: Job states`). */
export function EditAddressPage({ id, back }: Props) {
  const { data: job } = useSuspenseQuery(jobQuery(id));
  const navigate = useNavigate();
  const move = useMoveJob();
  const [address, setAddress] = useState<Address | null | undefined>(undefined);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    if (address === undefined) return navigate({ href: back.to });
    if (address === null) return setProblem(messages.addressTooVague);
    await move.mutateAsync({ id, addresses: [toJobAddress(address)] });
    toast.success(messages.updated);
    return navigate({ href: back.to });
  };
  return (
    <>
      <PageHeader
        title={`Move ${job.title}`}
        back={back}
        description="Drivers near the new address find the job there at once."
      />
      <Stack gap="lg" maw="46rem">
        {move.error ? (
          <Alert color="red" variant="light" role="alert">
            {errorText(move.error)}
          </Alert>
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
            label="Address of the job"
            hint="Street, city or ZIP code in the United States. Choose from the list."
            value={address === undefined ? placeOf(job) : (address?.description ?? '')}
            onSelect={(next) => {
              setAddress(next);
              setProblem(null);
            }}
            onClear={() => setAddress(null)}
            error={problem}
          />
        </Section>
      </Stack>
    </>
  );
}
