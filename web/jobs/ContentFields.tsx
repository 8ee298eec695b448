import { SimpleGrid, Stack, TextInput, NumberInput, Group, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { jobPriceCents, postingDays, toDollars } from '#shared/billing/pricing.ts';
import { options, requiredCdlClasses } from '#shared/catalogues.ts';
import { jobFields } from '#shared/jobs/job-fields.ts';
import { fieldText } from '#shared/resource.ts';
import { addDays, localDay } from '#shared/time-zone.ts';
import { storedVideo } from '#shared/uploads.ts';
import { money } from '#web/browser/format.ts';
import { companyQuery } from '#web/company/queries.ts';
import { useTimeZone } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import { Section } from '#web/ui/Section.tsx';
import type { Uploader } from '#web/uploads/uploader.ts';
import { VideoField } from '#web/uploads/VideoField.tsx';
import { classByTypeText } from './class-words.ts';
import type { ContentValues } from './content-form.ts';
import { DescriptionField } from './DescriptionField.tsx';
import { JobInput } from './JobInput.tsx';
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
      <JobInput form={form} name="autoRenew" label={renewalLabel} description={t('jobs.renewalOfferHint', { postingDays })} />
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
          {hasRequisitionNumber ? <JobInput form={form} name="requisiteNumber" description={t('jobs.requisitionHint')} /> : null}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <JobInput form={form} name="jobType" placeholder={t('jobs.chooseOne')} />
            <ClassField form={form} />
            <ExperienceField form={form} />
            <JobInput form={form} name="homeTime" placeholder={t('jobs.chooseOne')} />
            <JobInput form={form} name="additionalExperience" placeholder={t('jobs.additionalExperiencePlaceholder')} />
          </SimpleGrid>
          <DescriptionField form={form} companyId={companyId} />
          <JobVideoField form={form} {...video} />
          <JobInput form={form} name="driverUnload" />
        </Stack>
      </Section>
      <Section title={t('jobs.payAndBenefits')}>
        <Stack gap="md">
          <PayFields form={form} />
          <JobInput form={form} name="benefits" />
        </Stack>
      </Section>
      <Section title={t('common.endorsements')} description={t('jobs.endorsementsDescription')}>
        <JobInput form={form} name="endorsements" />
      </Section>
      <ScreeningEditor form={form} companyId={companyId} />
      <Section title={t('jobs.visibilityAndTags')}>
        <Stack gap="md">
          <JobInput form={form} name="isGlobal" description={t('jobs.nationwideHint')} />
          <TagsField form={form} companyId={companyId} />
        </Stack>
      </Section>
    </>
  );
}

/** Drivers read the least that is required, and not the name of the level. */
function driversReadText(level: string | null): string | undefined {
  if (!level) return undefined;
  return t('jobs.requiredExperienceHint', { words: fieldText(jobFields.requiredExperience, level, writeText) ?? '' });
}

function ExperienceField({ form }: { form: SchemaForm<ContentValues> }) {
  return (
    <JobInput
      form={form}
      name="requiredExperience"
      description={driversReadText(form.useWatchValue('requiredExperience'))}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={t('jobs.chooseOne')}
    />
  );
}

/** The required CDL class. The first choice leaves it to the type of driving, and says which class that is. */
function ClassField({ form }: { form: SchemaForm<ContentValues> }) {
  const byJobType = { value: '', label: classByTypeText(form.useWatchValue('jobType')) };
  return <JobInput form={form} name="cdlClass" options={[byJobType, ...options(requiredCdlClasses, writeText)]} />;
}

/** The pay fields. The expected pay is a percentage if the driver is paid a share of the load, and otherwise dollars. */
function PayFields({ form }: { form: SchemaForm<ContentValues> }) {
  const salaryType = form.useWatchValue('salaryType');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      {salaryType === 'percentage' ? (
        <NumberInput
          label={writeText(jobFields.expectedPay.label)}
          suffix="%"
          min={0}
          max={100}
          decimalScale={2}
          hideControls
          key={form.key('expectedPay')}
          {...form.getInputProps('expectedPay')}
        />
      ) : (
        <JobInput form={form} name="expectedPay" />
      )}
      <JobInput form={form} name="salaryType" />
      <JobInput form={form} name="signonBonus" />
      <JobInput form={form} name="startingBonus" />
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
