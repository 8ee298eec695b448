import { Checkbox, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { benefits, endorsements, homeTimes, jobTypes, options, requiredExperiences } from '#shared/catalogues.ts';
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
            label="Job title"
            required
            placeholder="Regional CDL-A driver"
            maxLength={120}
            key={form.key('title')}
            {...form.getInputProps('title')}
          />
          {hasNumber ? (
            <TextInput
              label="Requisition number"
              description="Your internal number for this opening. Hidden from drivers."
              maxLength={40}
              key={form.key('requisiteNumber')}
              {...form.getInputProps('requisiteNumber')}
            />
          ) : null}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <Choice form={form} name="jobType" label="Job type" list={jobTypes} />
            <Choice form={form} name="requiredExperience" label="Required experience" list={requiredExperiences} />
            <Choice form={form} name="homeTime" label="Home time" list={homeTimes} />
            <TextInput
              label="Additional experience"
              placeholder="Mountain driving, oversize loads"
              maxLength={1000}
              key={form.key('additionalExperience')}
              {...form.getInputProps('additionalExperience')}
            />
          </SimpleGrid>
          <DescriptionField form={form} />
          <JobVideoField form={form} {...video} />
          <Checkbox
            label="Driver unloads"
            key={form.key('driverUnload')}
            {...form.getInputProps('driverUnload', { type: 'checkbox' })}
          />
        </Stack>
      </Section>
      <Section title="Pay and benefits">
        <Stack gap="md">
          <PayFields form={form} />
          <Many form={form} name="benefits" label="Benefits" list={benefits} />
        </Stack>
      </Section>
      <Section title="Endorsements" description="Only drivers with all selected endorsements will match.">
        <Many form={form} name="endorsements" label="Required endorsements" list={endorsements} />
      </Section>
      <Section title="Visibility and tags">
        <Stack gap="md">
          <Checkbox
            label="Show nationwide"
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

type FieldProps<Name> = {
  form: SchemaForm<ContentValues>;
  name: Name;
  label: string;
  list: readonly { code: string; label: string }[];
};

function Choice({ form, name, label, list }: FieldProps<'jobType' | 'requiredExperience' | 'homeTime'>) {
  return (
    <Select
      label={label}
      required
      placeholder="Choose one"
      data={options(list)}
      allowDeselect={false}
      key={form.key(name)}
      {...form.getInputProps(name)}
    />
  );
}

function Many({ form, name, label, list }: FieldProps<'benefits' | 'endorsements'>) {
  return (
    <Checkbox.Group label={label} key={form.key(name)} {...form.getInputProps(name)}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="xs" mt="xs">
        {list.map(({ code, label: word }) => (
          <Checkbox key={code} value={code} label={word} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
