import { ActionIcon, Button, Grid, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconMapPin, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Address } from '#shared/places/addresses.ts';
import { count } from '#shared/format.ts';
import { maxAddresses } from '#shared/jobs/job.ts';
import { jobTotalCents, postingDays, toDollars } from '#shared/billing/pricing.ts';
import { AddressAutocomplete } from '#web/places/AddressAutocomplete.tsx';
import { PlaceMap } from '#web/places/PlaceMap.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Money } from '#web/ui/Values.tsx';
import { chosenTypes } from './addons.ts';
import { changeJobDraft, readJobDraft, useJobDraft, steps } from './steps.ts';
import { placeOnMap } from './place-on-map.ts';
import { isSamePlace, totalOf } from './posting.ts';

/** The second step: the addresses. Each one becomes a job of its own with its own price. */
export function AddressesStep({ companyId }: { companyId: string }) {
  const draft = useJobDraft(companyId);
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const { addresses } = draft;
  const each = toDollars(jobTotalCents(chosenTypes(draft.addons)));

  const add = (address: Address) => {
    if (addresses.some((known) => isSamePlace(known, address))) {
      setProblem(`You already added ${address.description}`);
      return;
    }
    setProblem(null);
    changeJobDraft(companyId, { addresses: [...addresses, address] });
  };
  const choosing = useRef<Promise<unknown> | null>(null);
  /** Waits for the details of the last chosen address. */
  const goOn = async () => {
    await choosing.current;
    if (readJobDraft(companyId).addresses.length === 0) setProblem('Add at least one location');
    else await navigate({ to: steps[2].path });
  };

  return (
    <Stack gap="lg">
      <Section
        title="Locations"
        description={`Add up to ${maxAddresses}. Each location is a separate ${postingDays}-day posting.`}
      >
        {addresses.length < maxAddresses ? (
          <AddressAutocomplete
            label="Add a location"
            hint="Street, city or ZIP code in the United States. Choose from the list."
            value=""
            onSelect={add}
            onChoosing={(choice) => {
              choosing.current = choice;
            }}
            onClear={() => setProblem(null)}
            error={problem}
          />
        ) : (
          <Text size="sm" component="output">
            You’ve reached the {maxAddresses}-location limit.
          </Text>
        )}
      </Section>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Section title="Your locations" isFlush>
            {addresses.length === 0 ? (
              <EmptyState title="No locations yet" icon={<IconMapPin size={28} />} order={3}>
                Add one above.
              </EmptyState>
            ) : (
              <Table aria-label="Your locations" horizontalSpacing="lg">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Location</Table.Th>
                    <Table.Th ta="right">Price</Table.Th>
                    <Table.Th>
                      <VisuallyHidden>Actions</VisuallyHidden>
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {addresses.map((address) => (
                    <Table.Tr key={address.description}>
                      <Table.Td>{address.description}</Table.Td>
                      <Table.Td ta="right">
                        <Money dollars={each} />
                      </Table.Td>
                      <Table.Td w="1%">
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={`Remove ${address.description}`}
                          onClick={() => changeJobDraft(companyId, { addresses: addresses.filter((one) => one !== address) })}
                        >
                          <IconTrash size={16} aria-hidden />
                        </ActionIcon>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
                <Table.Tfoot>
                  <Table.Tr>
                    <Table.Th scope="row">{count(addresses.length, 'location')}</Table.Th>
                    <Table.Th ta="right">
                      <Money dollars={totalOf(draft)} />
                    </Table.Th>
                    <Table.Td />
                  </Table.Tr>
                </Table.Tfoot>
              </Table>
            )}
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <PlaceMap
            label={addresses.map(({ description }) => description).join('; ') || 'No locations yet'}
            places={addresses.map(placeOnMap)}
          />
        </Grid.Col>
      </Grid>
      <Group justify="space-between">
        <Button variant="default" component={Link} to={steps[0].path}>
          Back
        </Button>
        <Button color="orange" onClick={() => void goOn()}>
          Continue to add-ons
        </Button>
      </Group>
    </Stack>
  );
}
