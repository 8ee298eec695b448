import { ActionIcon, Button, Grid, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconBuilding, IconMapPin, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { jobTotalCents, postingDays, toDollars } from '#shared/billing/pricing.ts';
import { maxAddresses } from '#shared/jobs/job.ts';
import type { Address } from '#shared/places/addresses.ts';
import { companyQuery } from '#web/company/queries.ts';
import { AddressAutocomplete } from '#web/places/AddressAutocomplete.tsx';
import { PlaceMap, placeOnMap } from '#web/places/PlaceMap.tsx';
import { t } from '#web/texts/app.ts';
import { Section } from '#web/ui/Section.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { Money } from '#web/ui/Values.tsx';
import { getChosenTypes } from './addons.ts';
import { addressOf, isSamePlace, getDraftTotal } from './posting.ts';
import { PriceSoFar } from './PriceSoFar.tsx';
import { changeJobDraft, readJobDraft, useJobDraft, steps } from './steps.ts';

/** The second step of posting a job: its addresses. Each address becomes a separate job and is priced separately. */
export function AddressesStep({ companyId }: { companyId: string }) {
  const draft = useJobDraft(companyId);
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const { addresses } = draft;
  const { data: company } = useQuery(companyQuery(companyId));
  const ownAddress = company ? addressOf(company) : null;
  const companyAddress = ownAddress && !addresses.some((one) => isSamePlace(one, ownAddress)) ? ownAddress : null;
  const pricePerJob = toDollars(jobTotalCents(getChosenTypes(draft.addons)));

  const add = (address: Address) => {
    // The details of an address load asynchronously, and another address can be added meanwhile.
    const currentAddresses = readJobDraft(companyId).addresses;
    if (currentAddresses.length >= maxAddresses) return;
    if (currentAddresses.some((existing) => isSamePlace(existing, address))) {
      setProblem(t('jobs.locationAlreadyAdded', { description: address.description }));
      return;
    }
    setProblem(null);
    changeJobDraft(companyId, { addresses: [...currentAddresses, address] });
  };
  const remove = (address: Address) => {
    const otherAddresses = readJobDraft(companyId).addresses.filter((one) => !isSamePlace(one, address));
    changeJobDraft(companyId, { addresses: otherAddresses });
  };
  const pendingSelection = useRef<Promise<unknown> | null>(null);
  /** Waits until the details of the last selected address have loaded, because the address is added only then. */
  const continueToAddons = async () => {
    await pendingSelection.current;
    if (readJobDraft(companyId).addresses.length === 0) setProblem(t('jobs.locationRequired'));
    else await navigate({ to: steps[2].path });
  };

  return (
    <Stack gap="lg">
      <PriceSoFar companyId={companyId} />
      <Section title={t('jobs.locations')} description={t('jobs.locationsDescription', { maxAddresses, postingDays })}>
        {companyAddress && addresses.length < maxAddresses ? (
          <Button
            variant="light"
            mb="md"
            leftSection={<IconBuilding size={16} aria-hidden />}
            styles={{ label: { whiteSpace: 'normal' } }}
            h="auto"
            mih="2.25rem"
            onClick={() => add(companyAddress)}
          >
            {t('jobs.useCompanyAddress', { address: companyAddress.description })}
          </Button>
        ) : null}
        {addresses.length < maxAddresses ? (
          <AddressAutocomplete
            label={t('jobs.addLocation')}
            hint={t('jobs.locationHint')}
            value=""
            onSelect={add}
            onSelecting={(choice) => {
              pendingSelection.current = choice;
            }}
            onClear={() => setProblem(null)}
            error={problem}
          />
        ) : (
          <Text size="sm" component="output">
            {t('jobs.locationLimitReached', { maxAddresses })}
          </Text>
        )}
      </Section>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Section title={t('jobs.yourLocations')} isFlush>
            {addresses.length === 0 ? (
              <EmptyState title={t('jobs.noLocationsYet')} icon={<IconMapPin size={28} />} order={3}>
                {t('jobs.noLocationsHint')}
              </EmptyState>
            ) : (
              <Table aria-label={t('jobs.yourLocations')} horizontalSpacing="lg">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('common.location')}</Table.Th>
                    <Table.Th ta="right">{t('jobs.price')}</Table.Th>
                    <Table.Th>
                      <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {addresses.map((address) => (
                    <Table.Tr key={address.description}>
                      <Table.Td>{address.description}</Table.Td>
                      <Table.Td ta="right">
                        <Money dollars={pricePerJob} />
                      </Table.Td>
                      <Table.Td w="1%">
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={t('jobs.removeLocation', { description: address.description })}
                          onClick={() => remove(address)}
                        >
                          <IconTrash size={16} aria-hidden />
                        </ActionIcon>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
                <Table.Tfoot>
                  <Table.Tr>
                    <Table.Th scope="row">{t('labels.locations', { count: addresses.length })}</Table.Th>
                    <Table.Th ta="right">
                      <Money dollars={getDraftTotal(draft)} />
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
            label={addresses.map(({ description }) => description).join('; ') || t('jobs.noLocationsYet')}
            places={addresses.map(placeOnMap)}
          />
        </Grid.Col>
      </Grid>
      <Group justify="space-between">
        <Button variant="default" component={Link} to={steps[0].path}>
          {t('jobs.back')}
        </Button>
        <Button color="orange" onClick={() => void continueToAddons()}>
          {t('jobs.continueToAddOns')}
        </Button>
      </Group>
    </Stack>
  );
}
