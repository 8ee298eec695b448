import {
  Group,
  SegmentedControl,
  Input,
  SimpleGrid,
  Stack,
  TextInput,
  useMatches,
  Button,
  FileButton,
  Image,
  Text,
} from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState, lazy, Suspense, useRef } from 'react';
import { adFields, adPlacements, adImageSize, type AdValues } from '#shared/ads.ts';
import { options } from '#shared/catalogues.ts';
import { zoneName } from '#shared/time-zone.ts';
import { useTimeZone } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { settingInputs } from '#web/ui/form/ChoiceInputs.tsx';
import { createFieldInput } from '#web/ui/form/FieldInput.tsx';
import { Form, SubmitButton, type SchemaForm, useSchemaForm } from '#web/ui/form/Form.tsx';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { Section } from '#web/ui/Section.tsx';
import { type Uploader, uploaderOf } from '#web/uploads/uploader.ts';
import { VideoField } from '#web/uploads/VideoField.tsx';
import { createAdFormSchema } from './ad-form.ts';
import classes from './ads.module.css';

const AdInput = createFieldInput(adFields, settingInputs);

type AdMediaFieldsProps = { value: string; onChange: (url: string) => void; error?: ReactNode };

const CropDialog = lazy(() => import('./CropDialog.tsx'));
const iconSize = 16;

/** Lets the user choose an ad's image, crop it in a dialog, and see it as drivers will. */
function AdPictureField({ value, onChange, error }: AdMediaFieldsProps) {
  const [selectedFile, setSelectedFile] = useState<{ file: File; source: string } | null>(null);
  const resetRef = useRef<() => void>(null);
  const selectFile = (file: File | null) => file && setSelectedFile({ file, source: URL.createObjectURL(file) });
  const close = () => {
    if (selectedFile) URL.revokeObjectURL(selectedFile.source);
    setSelectedFile(null);
    resetRef.current?.();
  };
  return (
    <Input.Wrapper
      data-path="imageUrl"
      label={t('ads.image')}
      labelElement="div"
      description={t('ads.imageHint', { width: adImageSize.width, height: adImageSize.height })}
      error={error}
    >
      <div className={classes.imageFrame} data-wrong={error ? true : undefined}>
        {value ? (
          <Image src={value} alt={t('ads.adImage')} w="100%" h="100%" fit="cover" />
        ) : (
          <Text c="dimmed" size="sm">
            {t('ads.noImageYet')}
          </Text>
        )}
      </div>
      <Group gap="sm" mt="sm">
        <FileButton resetRef={resetRef} accept="image/png,image/jpeg,image/webp,image/gif" onChange={selectFile}>
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconPhoto size={iconSize} aria-hidden />}>
              {value ? t('ads.changeImage') : t('ads.uploadImage')}
            </Button>
          )}
        </FileButton>
        {value ? <RemoveButton label={t('ads.removeImage')} onClick={() => onChange('')} /> : null}
      </Group>
      {selectedFile ? (
        <Suspense fallback={null}>
          <CropDialog
            {...selectedFile}
            onClose={close}
            onDone={(url) => {
              close();
              onChange(url);
            }}
          />
        </Suspense>
      ) : null}
    </Input.Wrapper>
  );
}

/** An ad can have a video instead of the image. The image is then shown until the video plays. */
function AdVideoField({ value, onChange, error, uploader }: AdMediaFieldsProps & { uploader: Uploader }) {
  return <VideoField uploader={uploader} value={value} onChange={onChange} error={error} description={t('ads.videoHint')} />;
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="subtle" size="xs" leftSection={<IconTrash size={iconSize} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  );
}

type Props = {
  label: string;
  /** Identifies the ad whose upload this is, so that uploads of different ads are not mixed up. */
  uploadKey: string;
  initialValues: AdValues;
  submitLabel: string;
  onSubmit: (values: AdValues, form: SchemaForm<AdValues>) => Promise<unknown>;
  /** Shown above the fields. */
  renderNotice?: (form: SchemaForm<AdValues>) => ReactNode;
};

/** The form for new and existing ads. */
export function AdForm({ label, uploadKey, initialValues, submitLabel, onSubmit, renderNotice }: Props) {
  const timeZone = useTimeZone();
  const form = useSchemaForm<AdValues>(createAdFormSchema(timeZone), { initialValues });
  const videoUploader = uploaderOf(`ad ${uploadKey}`, '/ads/multimedia/upload');
  /** Uploads the video first. If that fails, nothing is saved. */
  const submit = async (values: AdValues) => {
    const uploadedUrl = await videoUploader.settled();
    return onSubmit(uploadedUrl === null ? values : { ...values, videoUrl: uploadedUrl }, form);
  };
  return (
    <Form form={form} label={label} onSubmit={submit}>
      {renderNotice?.(form)}
      <Stack gap="lg" maw="46rem">
        <Section title={t('common.ad')}>
          <Stack gap="md">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <AdInput form={form} name="title" />
              <AdInput form={form} name="advertiser" />
            </SimpleGrid>
            <AdInput form={form} name="linkUrl" description={t('ads.linkUrlHint')} />
          </Stack>
        </Section>
        <Section title={t('ads.imageAndVideo')} description={t('ads.imageAndVideoDescription')}>
          <MediaFields form={form} videoUploader={videoUploader} />
        </Section>
        <Section
          title={t('ads.placementAndSchedule')}
          footer={
            <Group justify="flex-end">
              <SubmitButton>{submitLabel}</SubmitButton>
            </Group>
          }
        >
          <Stack gap="md">
            <PlacementField form={form} />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <TextInput
                label={writeText(adFields.startsAt.label)}
                description={t('ads.startsAtHint', { timeZone: writeText(zoneName(timeZone)) })}
                type="datetime-local"
                key={form.key('startsAt')}
                {...form.getInputProps('startsAt')}
              />
              <TextInput
                label={writeText(adFields.endsAt.label)}
                description={t('ads.endsAtHint')}
                type="datetime-local"
                key={form.key('endsAt')}
                {...form.getInputProps('endsAt')}
              />
            </SimpleGrid>
            <AdInput form={form} name="isActive" description={t('ads.isActiveHint')} />
          </Stack>
        </Section>
      </Stack>
      <UnsavedChanges isDirty={() => form.isDirty() || videoUploader.state().status === 'uploading'} />
    </Form>
  );
}

type FieldsProps = { form: SchemaForm<AdValues> };

function MediaFields({ form, videoUploader }: FieldsProps & { videoUploader: Uploader }) {
  const imageUrl = form.useWatchValue('imageUrl');
  const videoUrl = form.useWatchValue('videoUrl');
  const getUrlSetter = (field: 'imageUrl' | 'videoUrl') => (url: string) => {
    form.setFieldValue(field, url);
    form.clearFieldError('imageUrl');
  };
  return (
    <Stack gap="lg">
      <AdPictureField value={imageUrl} onChange={getUrlSetter('imageUrl')} error={form.errors['imageUrl']} />
      <AdVideoField
        uploader={videoUploader}
        value={videoUrl}
        onChange={getUrlSetter('videoUrl')}
        error={form.errors['videoUrl']}
      />
    </Stack>
  );
}

function PlacementField({ form }: FieldsProps) {
  const orientation = useMatches<'vertical' | 'horizontal'>({ base: 'vertical', xs: 'horizontal' });
  return (
    <Input.Wrapper label={writeText(adFields.placement.label)} labelElement="div">
      <div>
        <SegmentedControl
          aria-label={writeText(adFields.placement.label)}
          orientation={orientation}
          data={options(adPlacements, writeText)}
          mt={4}
          key={form.key('placement')}
          {...form.getInputProps('placement')}
        />
      </div>
    </Input.Wrapper>
  );
}
