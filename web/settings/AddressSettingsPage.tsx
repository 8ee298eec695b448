import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { can } from '#shared/access/access.ts';
import { EditCompanyAddress } from '#web/company/CompanyAddressForm.tsx';
import { type Company, companyQuery } from '#web/company/queries.ts';
import { addressOf } from '#web/company/use-company-edit.ts';
import { PlaceMap } from '#web/places/PlaceMap.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';

/** `/company/settings/address-settings`: the company's address on a map. */
export function AddressSettingsPage({ companyId }: { companyId: string | undefined }) {
  const me = useMe();
  const { data: company } = useSuspenseQuery(companyQuery(companyId));
  const mayEdit = can(me.roles, 'company.edit');
  const address = addressOf(company);
  return (
    <>
      <PageHeader
        title={t('common.companyAddress')}
        description={companyId ? t('common.jobLocationsHint') : t('common.jobLocationsLaterHint')}
      />
      <SimpleGrid cols={{ base: 1, md: mayEdit || address ? 2 : 1 }} spacing="lg" maw="62rem" style={{ alignItems: 'start' }}>
        <Section title={t('common.address')}>
          {mayEdit ? (
            <EditCompanyAddress company={company} companyId={companyId} submitLabel={t('common.save')} isGuarded />
          ) : (
            <AddressLines company={company} />
          )}
        </Section>
        <Section title={t('settings.onTheMap')}>
          {address ? (
            <PlaceMap label={address.description} places={[{ state: address.state, coordinates: address }]} />
          ) : (
            <Text size="sm" c="dimmed">
              {t('settings.mapEmpty')}
            </Text>
          )}
        </Section>
      </SimpleGrid>
    </>
  );
}

function AddressLines({ company }: { company: Company }) {
  const { street1, street2, city, state, postalCode } = company;
  const lines = [street1, street2, [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')].filter(
    Boolean,
  );
  if (lines.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('settings.addressEmpty')}
      </Text>
    );
  return (
    <Stack component="address" gap={2} style={{ fontStyle: 'normal' }}>
      {lines.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </Stack>
  );
}
