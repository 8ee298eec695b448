import { Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import { mcNumberField, usdotNumberField } from '#shared/companies/carrier.ts';
import { cityState } from '#shared/format.ts';
import { CarrierCheckDetails } from '#web/company/CarrierCheckDetails.tsx';
import { type CompanyPage, useCheckCarrier, useUpdateCompanyPage } from '#web/company/page-queries.ts';
import type { Company } from '#web/company/queries.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';

type Numbers = { usdotNumber: string; mcNumber: string };
const numbersSchema = z.object({ usdotNumber: usdotNumberField, mcNumber: mcNumberField });
const toFormValues = ({ usdotNumber, mcNumber }: CompanyPage): Numbers => ({
  usdotNumber: usdotNumber ?? '',
  mcNumber: mcNumber ?? '',
});

type Props = { page: CompanyPage; company: Company; companyId: string | undefined };

/** Saves the company's numbers and looks them up in the registry (`docs/product/companies.md#carrier-check`). */
export function CarrierCheckSection({ page, company, companyId }: Props) {
  const update = useUpdateCompanyPage();
  const check = useCheckCarrier();
  const form = useSchemaForm<Numbers>(numbersSchema, { initialValues: toFormValues(page) });
  const { registry } = page;
  const send = async (values: Numbers) => {
    const stored = await update.mutateAsync({ companyId, ...values });
    form.setValues(toFormValues(stored));
    form.resetDirty(toFormValues(stored));
    const hasNumber = stored.usdotNumber ?? stored.mcNumber;
    if (registry && hasNumber) await check.mutateAsync(companyId ? { companyId } : undefined);
    toast.success(t(registry && hasNumber ? 'companyPage.checkDone' : 'errors.updated'));
  };
  return (
    <Section title={t('companyPage.carrierCheck')} description={t('companyPage.carrierCheckExplained')}>
      <Stack gap="lg">
        <Form form={form} label={t('companyPage.carrierCheck')} onSubmit={send}>
          <Stack gap="md">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <TextInput
                label={t('companyPage.usdotNumber')}
                inputMode="numeric"
                maxLength={30}
                key={form.key('usdotNumber')}
                {...form.getInputProps('usdotNumber')}
              />
              <TextInput
                label={t('companyPage.mcNumber')}
                inputMode="numeric"
                maxLength={30}
                key={form.key('mcNumber')}
                {...form.getInputProps('mcNumber')}
              />
            </SimpleGrid>
            <Text size="sm" c="dimmed">
              {registry ? t('companyPage.changeEndsBadge') : t('companyPage.noRegistry')}
            </Text>
            <Group justify="flex-end">
              <SubmitButton variant="default" color="gray">
                {registry ? t('companyPage.checkNow', { source: registry }) : t('companyPage.saveNumbers')}
              </SubmitButton>
            </Group>
          </Stack>
        </Form>
        {page.check ? (
          <CarrierCheckDetails check={page.check} companyName={company.companyName} companyPlace={cityState(company)} />
        ) : null}
      </Stack>
    </Section>
  );
}
