import { Group, NumberInput, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { companyPageFormSchema, maxAboutLength } from '#shared/companies/company-page.ts';
import { codeOf } from '#web/api/errors.ts';
import { type CompanyPage, readCompanyPage, useUpdateCompanyPage } from '#web/company/page-queries.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { EditConflict, UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { PhotoFields } from './PhotoFields.tsx';
import { TerminalFields } from './TerminalFields.tsx';

export type PageValues = {
  about: string;
  website: string;
  fleetSize: number | '';
  foundedYear: number | '';
  terminals: { name: string; city: string; state: string; postalCode: string | null }[];
  photos: { fileName: string; url: string; alt: string }[];
};

const toFormValues = ({ about, website, fleetSize, foundedYear, terminals, photos }: CompanyPage): PageValues => ({
  about,
  website: website ?? '',
  fleetSize: fleetSize ?? '',
  foundedYear: foundedYear ?? '',
  terminals: terminals.map(({ name, city, state, postalCode }) => ({ name: name ?? '', city, state, postalCode })),
  photos: photos.map(({ fileName, url, alt }) => ({ fileName, url, alt })),
});

const toRequest = ({ fleetSize, foundedYear, photos, ...values }: PageValues) => ({
  ...values,
  fleetSize: fleetSize === '' ? null : fleetSize,
  foundedYear: foundedYear === '' ? null : foundedYear,
  photos: photos.map(({ fileName, alt }) => ({ fileName, alt })),
});

const labels: Record<keyof PageValues, string> = {
  about: t('companyPage.about'),
  website: t('companyPage.website'),
  fleetSize: t('companyPage.trucks'),
  foundedYear: t('companyPage.foundedYear'),
  terminals: t('companyPage.terminals'),
  photos: t('companyPage.photos'),
};

function textOf(values: PageValues, field: keyof PageValues): string {
  if (field === 'terminals')
    return values.terminals.map(({ name, city, state }) => `${name} ${city}, ${state}`.trim()).join('; ');
  return field === 'photos' ? values.photos.map(({ alt }) => alt).join('; ') : String(values[field]);
}

const findDifferences = (remote: PageValues, local: PageValues) =>
  (Object.keys(labels) as (keyof PageValues)[])
    .map((field) => ({ label: labels[field], remote: textOf(remote, field), local: textOf(local, field) }))
    .filter((field) => field.remote !== field.local);

type Props = { page: CompanyPage; companyId: string | undefined; link: ReactNode };

/** What company admins write for the public page. If someone else saved it meanwhile, both versions are shown. */
export function PublicPageForm({ page, companyId, link }: Props) {
  const update = useUpdateCompanyPage();
  const [base, setBase] = useState({ values: toFormValues(page), version: page.version });
  const [conflict, setConflict] = useState<{ remote: PageValues; local: PageValues } | null>(null);
  const form = useSchemaForm<PageValues>(companyPageFormSchema, { initialValues: base.values });

  const show = (values: PageValues, version: number) => {
    setBase({ values, version });
    setConflict(null);
    form.setValues(values);
    form.resetDirty(values);
  };

  const save = async (local: PageValues, from = base): Promise<void> => {
    try {
      const stored = await update.mutateAsync({ companyId, version: from.version, ...toRequest(local) });
      show(toFormValues(stored), stored.version);
      toast.success(t('errors.updated'));
    } catch (error) {
      if (codeOf(error) !== 'edit_conflict') throw error;
      const stored = await readCompanyPage(companyId);
      const next = { values: toFormValues(stored), version: stored.version };
      // The carrier check is saved on its own and is not part of this form.
      if (findDifferences(next.values, from.values).length === 0) return save(local, next);
      setBase(next);
      setConflict({ remote: next.values, local });
    }
  };

  return (
    <Form form={form} label={t('common.publicPage')} onSubmit={(values) => save(values)}>
      {conflict ? (
        <EditConflict
          fields={findDifferences(conflict.remote, conflict.local)}
          onAcceptRemote={() => show(conflict.remote, base.version)}
        />
      ) : null}
      <Section
        title={t('common.publicPage')}
        description={t('companyPage.publicPageExplained')}
        actions={link}
        footer={
          <Group justify="flex-end">
            <SubmitButton>{t('companyPage.savePage')}</SubmitButton>
          </Group>
        }
      >
        <Stack gap="md">
          <Textarea
            label={labels.about}
            description={t('companyPage.aboutHint')}
            autosize
            minRows={4}
            maxRows={16}
            maxLength={maxAboutLength}
            key={form.key('about')}
            {...form.getInputProps('about')}
          />
          <TextInput
            label={labels.website}
            type="url"
            inputMode="url"
            placeholder="https://"
            maxLength={2048}
            key={form.key('website')}
            {...form.getInputProps('website')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <NumberInput
              label={labels.fleetSize}
              description={t('companyPage.trucksHint')}
              allowDecimal={false}
              allowNegative={false}
              hideControls
              key={form.key('fleetSize')}
              {...form.getInputProps('fleetSize')}
            />
            <NumberInput
              label={labels.foundedYear}
              description={t('companyPage.foundedYearHint')}
              allowDecimal={false}
              allowNegative={false}
              hideControls
              key={form.key('foundedYear')}
              {...form.getInputProps('foundedYear')}
            />
          </SimpleGrid>
          <TerminalFields form={form} label={labels.terminals} />
          <PhotoFields form={form} label={labels.photos} companyId={companyId} />
        </Stack>
      </Section>
      <UnsavedChanges isDirty={() => form.isDirty()} />
    </Form>
  );
}
