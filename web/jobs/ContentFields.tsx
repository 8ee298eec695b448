import { Checkbox, Select, SimpleGrid, Stack, TextInput, NumberInput, Group, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { jobPriceCents, postingDays, toDollars } from '#shared/billing/pricing.ts';
import { choices, options, requiredCdlClasses, salaryTypes } from '#shared/catalogues.ts';
import { jobFields } from '#shared/jobs/job-fields.ts';
import { fieldText } from '#shared/resource.ts';
import { addDays, localDay } from '#shared/time-zone.ts';
import { storedVideo } from '#shared/uploads.ts';
import { companyQuery } from '#web/company/queries.ts';
import { money } from '#web/format.ts';
import { t, writeText } from '#web/texts/app.ts';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import { MoneyInput } from '#web/ui/form/Inputs.tsx';
import { Section } from '#web/ui/Section.tsx';
import type { Uploader } from '#web/uploads/uploader.ts';
import { VideoField } from '#web/uploads/VideoField.tsx';
import { useTimeZone } from '#web/use-me.ts';
import { classByTypeText } from './class-words.ts';
import type { ContentValues } from './content-form.ts';
import { DescriptionField } from './DescriptionField.tsx';
import { ScreeningEditor } from './ScreeningEditor.tsx';
import { TagsField } from './TagInput.tsx';
import { TitleField } from './TitleField.tsx';

const renewalLabel = t('jobs.renewalOffer', { postingDays, money: money(toDollars(jobPriceCents), true) });

/** The posting date and auto-renew. Auto-renew is never checked by default. */
export function PostingFields({ form }: { form: SchemaForm<ContentValues> }) {
  const [isLater, setIsLater] = useState(form.getValues().postingDay !== null);
  const timeZone = useTimeZone();
  const [tomorrow] = useState(() => addDays(localDay(timeZone, Date.now()), 1));
  const choose = (when: string) => {
    setIsLater(when === 'later');
    form.setFieldValue('postingDay', when === 'later' ? '' : null);
    form.clearFieldError('postingDay');
  };
  return (
    <Stack gap="md">
      <Radio.Group label={t('common.postingDate')} value={isLater ? 'later' : 'now'} onChange={choose}>
        <Group gap="lg" mt="xs">
          <Radio value="now" label={t('jobs.rightAfterPayment')} />
          <Radio value="later" label={t('jobs.scheduleForLater')} />
        </Group>
      </Radio.Group>
      {isLater ? (
        <TextInput
          type="date"
          label={t('common.postingDate')}
          description={t('jobs.postingDateHint')}
          w="14rem"
          min={tomorrow}
          key={form.key('postingDay')}
          {...form.getInputProps('postingDay')}
        />
      ) : null}
      <Checkbox
        label={renewalLabel}
        description={t('jobs.renewalOfferHint', { postingDays })}
        key={form.key('autoRenew')}
        {...form.getInputProps('autoRenew', { type: 'checkbox' })}
      />
    </Stack>
  );
}

type Props = {
  form: SchemaForm<ContentValues>;
  /** The job's company, for its tags and requisition numbers. */
  companyId: string;
  video: JobVideo;
};

/** The fields of a job's content, for new and existing jobs. */
export function ContentFields({ form, companyId, video }: Props) {
  const { data: company } = useQuery(companyQuery(companyId));
  const hasRequisitionNumber = company?.enableRequisiteNumbers || form.getValues().requisiteNumber !== '';
  return (
    <>
      <Section title={t('common.job')}>
        <Stack gap="md">
          <TitleField form={form} />
          {hasRequisitionNumber ? (
            <TextInput
              label={writeText(jobFields.requisiteNumber.label)}
              description={t('jobs.requisitionHint')}
              maxLength={40}
              key={form.key('requisiteNumber')}
              {...form.getInputProps('requisiteNumber')}
            />
          ) : null}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <Choice form={form} name="jobType" />
            <ClassField form={form} />
            <Choice form={form} name="requiredExperience" />
            <Choice form={form} name="homeTime" />
            <TextInput
              label={writeText(jobFields.additionalExperience.label)}
              placeholder={t('jobs.additionalExperiencePlaceholder')}
              maxLength={1000}
              key={form.key('additionalExperience')}
              {...form.getInputProps('additionalExperience')}
            />
          </SimpleGrid>
          <DescriptionField form={form} companyId={companyId} />
          <JobVideoField form={form} {...video} />
          <Checkbox
            label={writeText(jobFields.driverUnload.label)}
            key={form.key('driverUnload')}
            {...form.getInputProps('driverUnload', { type: 'checkbox' })}
          />
        </Stack>
      </Section>
      <Section title={t('jobs.payAndBenefits')}>
        <Stack gap="md">
          <PayFields form={form} />
          <MultiChoice form={form} name="benefits" />
        </Stack>
      </Section>
      <Section title={t('common.endorsements')} description={t('jobs.endorsementsDescription')}>
        <MultiChoice form={form} name="endorsements" />
      </Section>
      <ScreeningEditor form={form} />
      <Section title={t('jobs.visibilityAndTags')}>
        <Stack gap="md">
          <Checkbox
            label={writeText(jobFields.isGlobal.label)}
            description={t('jobs.nationwideHint')}
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

/** Drivers read the least that is required, and not the name of the level. */
function driversReadText(level: string | null): string | undefined {
  if (!level) return undefined;
  return t('jobs.requiredExperienceHint', { words: fieldText(jobFields.requiredExperience, level, writeText) ?? '' });
}

function Choice({ form, name }: FieldProps<'jobType' | 'requiredExperience' | 'homeTime'>) {
  const { label, catalogue } = jobFields[name];
  const value = form.useWatchValue(name);
  return (
    <Select
      label={writeText(label)}
      description={name === 'requiredExperience' ? driversReadText(value) : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      placeholder={t('jobs.chooseOne')}
      data={options(choices<string>(catalogue, [value]), writeText)}
      allowDeselect={false}
      key={form.key(name)}
      {...form.getInputProps(name)}
    />
  );
}

/** The required CDL class. The first choice leaves it to the type of driving, and says which class that is. */
function ClassField({ form }: { form: SchemaForm<ContentValues> }) {
  const jobType = form.useWatchValue('jobType');
  return (
    <Select
      label={writeText(jobFields.cdlClass.label)}
      data={[{ value: '', label: classByTypeText(jobType) }, ...options(requiredCdlClasses, writeText)]}
      allowDeselect={false}
      key={form.key('cdlClass')}
      {...form.getInputProps('cdlClass')}
    />
  );
}

function MultiChoice({ form, name }: FieldProps<'benefits' | 'endorsements'>) {
  const { label, catalogue } = jobFields[name];
  return (
    <Checkbox.Group label={writeText(label)} key={form.key(name)} {...form.getInputProps(name)}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="xs" mt="xs">
        {catalogue.map(({ code, label: optionLabel }) => (
          <Checkbox key={code} value={code} label={writeText(optionLabel)} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}

/** The pay fields. The expected pay is a percentage if the driver is paid a share of the load, and otherwise dollars. */
function PayFields({ form }: { form: SchemaForm<ContentValues> }) {
  const salaryType = form.useWatchValue('salaryType');
  const expectedPay = { label: writeText(jobFields.expectedPay.label), ...form.getInputProps('expectedPay') };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      {salaryType === 'percentage' ? (
        <NumberInput {...expectedPay} key={form.key('expectedPay')} suffix="%" min={0} max={100} decimalScale={2} hideControls />
      ) : (
        <MoneyInput {...expectedPay} key={form.key('expectedPay')} />
      )}
      <Select
        label={writeText(jobFields.salaryType.label)}
        data={options(salaryTypes, writeText)}
        allowDeselect={false}
        key={form.key('salaryType')}
        {...form.getInputProps('salaryType')}
      />
      <MoneyInput
        label={writeText(jobFields.signonBonus.label)}
        key={form.key('signonBonus')}
        {...form.getInputProps('signonBonus')}
      />
      <MoneyInput
        label={writeText(jobFields.startingBonus.label)}
        key={form.key('startingBonus')}
        {...form.getInputProps('startingBonus')}
      />
    </SimpleGrid>
  );
}

type JobVideo = {
  uploader: Uploader;
  /** Called with the video's URL when the upload ends, even if the form is no longer on the screen. */
  onUploaded?: (url: string) => void;
};

/** The job's video: an uploaded file, or a link to a video elsewhere. */
function JobVideoField({ form, ...video }: { form: SchemaForm<ContentValues> } & JobVideo) {
  const url = form.useWatchValue('videoUrl');
  const isUploadedFile = storedVideo.test(url);
  const error = form.errors['videoUrl'];
  return (
    <Stack gap="xs">
      <VideoField
        {...video}
        value={isUploadedFile ? url : ''}
        onChange={(next) => form.setFieldValue('videoUrl', next)}
        description={t('jobs.videoHint')}
        error={isUploadedFile ? error : null}
      />
      {isUploadedFile ? null : (
        <TextInput
          label={t('jobs.videoLinkLabel')}
          description={t('jobs.videoLinkHint')}
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={2048}
          maw="32rem"
          value={url}
          error={error}
          onChange={(event) => form.setFieldValue('videoUrl', event.currentTarget.value)}
          onBlur={() => form.validateField('videoUrl')}
        />
      )}
    </Stack>
  );
}
