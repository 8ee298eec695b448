import { Alert, Button, Group, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { messages } from '#shared/messages.ts';
import { AddressAutocomplete } from '#web/places/AddressAutocomplete.tsx';
import { PlaceMap } from '#web/places/PlaceMap.tsx';
import { useAddressField } from '#web/places/use-address-field.ts';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { Section } from '#web/ui/Section.tsx';
import { placeOf } from './address-text.ts';
import { duplicateSteps } from './duplicate.ts';
import { DuplicateFrame } from './DuplicateFrame.tsx';
import { placeOnMap } from './place-on-map.ts';
import { toJobAddress } from './posting.ts';
import { jobQuery, useMoveJob } from './queries.ts';
import { jobErrorText } from './refusal-words.ts';

/** Second step: where the copy is. It begins at the address of the job. */
export function DuplicateAddressStep({ id, copyId }: { id: string; copyId: string }) {
  const { data: job } = useSuspenseQuery(jobQuery(id));
  const { data: copy } = useSuspenseQuery(jobQuery(copyId));
  const navigate = useNavigate();
  const move = useMoveJob();
  const { address, settled, refuse, field } = useAddressField();
  const to = { params: { id }, search: { copy: copyId } };

  const goOn = async () => {
    const chosen = await settled();
    if (chosen === null) return refuse(messages.addressTooVague);
    if (chosen) await move.mutateAsync({ id: copyId, addresses: [toJobAddress(chosen)] });
    return navigate({ to: duplicateSteps[2].to, ...to, ignoreBlocker: true });
  };

  return (
    <DuplicateFrame job={job} copyId={copyId} current={1}>
      <Stack gap="lg">
        {move.error ? (
          <Alert color="red" variant="light" role="alert">
            {jobErrorText(move.error)}
          </Alert>
        ) : null}
        <Section title="Address">
          <Stack gap="md">
            <AddressAutocomplete
              label="Location"
              hint="Street, city or ZIP code in the United States. Choose from the list."
              value={address === undefined ? placeOf(copy) : (address?.description ?? '')}
              {...field}
            />
            <PlaceMap label={address?.description ?? placeOf(copy)} places={[placeOnMap(address ?? copy)]} />
          </Stack>
        </Section>
        <Group justify="space-between">
          <Button variant="default" renderRoot={(props) => <Link {...props} to={duplicateSteps[0].to} {...to} />}>
            Back
          </Button>
          <Button color="orange" loading={move.isPending} onClick={() => void goOn().catch(() => undefined)}>
            Continue to add-ons
          </Button>
        </Group>
      </Stack>
      <UnsavedChanges isDirty={() => address !== undefined} />
    </DuplicateFrame>
  );
}
