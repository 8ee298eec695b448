import { Checkbox, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { options } from '#shared/catalogues.ts';
import { jobFields } from '#shared/jobs/job-fields.ts';
import { companyQuery } from '#web/company/queries.ts';
import type { SchemaForm } from '#web/ui/form/schema-form.ts';
import { Section } from '#web/ui/Section.tsx';
import type { ContentValues } from './content-form.ts';
import { DescriptionField } from './DescriptionField.tsx';
import { type JobVideo, JobVideoField } from './JobVideoField.tsx';
import { PayFields } from './PayFields.tsx';
import { TagsField } from './TagsField.tsx';

type Props = {
  form: SchemaForm<ContentValues>;
  /** The company of the job: its tags are suggested, and its requisition numbers are entered where it uses them. */
  companyId: string;
  video: JobVideo;
};

/** What a job is, in its fields: of a new job and of one that is edited. */
export function ContentFields({ form, companyId, video }: Props) {
  const { data: company } = useQuery(companyQuery(companyId));
  const hasNumber = company?.enableRequisiteNumbers || form.getValues().requisiteNumber !== '';
  return (
    <>
      <Section title="Job">
        <Stack gap="md">
          <TextInput
            label={jobFields.title.label}
            required
            placeholder="Regional CDL-A driver"
            maxLength={120}
            key={form.key('title')}
            {...form.getInputProps('title')}
          />
          {hasNumber ? (
            <TextInput
              label={jobFields.requisiteNumber.label}
              description="Your internal number for this opening. Hidden from drivers."
              maxLength={40}
              key={form.key('requisiteNumber')}
              {...form.getInputProps('requisiteNumber')}
            />
          ) : null}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <Choice form={form} name="jobType" />
            <Choice form={form} name="requiredExperience" />
            <Choice form={form} name="homeTime" />
            <TextInput
              label={jobFields.additionalExperience.label}
              placeholder="Mountain driving, oversize loads"
              maxLength={1000}
              key={form.key('additionalExperience')}
              {...form.getInputProps('additionalExperience')}
            />
          </SimpleGrid>
          <DescriptionField form={form} />
          <JobVideoField form={form} {...video} />
          <Checkbox
            label={jobFields.driverUnload.label}
            key={form.key('driverUnload')}
            {...form.getInputProps('driverUnload', { type: 'checkbox' })}
          />
        </Stack>
      </Section>
      <Section title="Pay and benefits">
        <Stack gap="md">
          <PayFields form={form} />
          <Many form={form} name="benefits" />
        </Stack>
      </Section>
      <Section title="Endorsements" description="Only drivers with all selected endorsements will match.">
        <Many form={form} name="endorsements" />
      </Section>
      <Section title="Visibility and tags">
        <Stack gap="md">
          <Checkbox
            label={jobFields.isGlobal.label}
            description="Drivers find this job wherever in the US they search, not just near its location."
            key={form.key('isGlobal')}
            {...form.getInputProps('isGlobal', { type: 'checkbox' })}
          />
          <TagsField form={form} companyId={companyId} />
        </Stack>
      </Section>
    </>
  );
}

type FieldProps<Name> = { form: SchemaForm<ContentValues>; name: Name };

function Choice({ form, name }: FieldProps<'jobType' | 'requiredExperience' | 'homeTime'>) {
  const { label, catalogue } = jobFields[name];
  return (
    <Select
      label={label}
      required
      placeholder="Choose one"
      data={options(catalogue)}
      allowDeselect={false}
      key={form.key(name)}
      {...form.getInputProps(name)}
    />
  );
}

function Many({ form, name }: FieldProps<'benefits' | 'endorsements'>) {
  const { label, catalogue } = jobFields[name];
  return (
    <Checkbox.Group label={label} key={form.key(name)} {...form.getInputProps(name)}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="xs" mt="xs">
        {catalogue.map(({ code, label: word }) => (
          <Checkbox key={code} value={code} label={word} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
