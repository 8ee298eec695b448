import { ActionIcon, Alert, Button, Fieldset, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowUp, IconPhoto, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { maxPhotos } from '#shared/companies/company-page.ts';
import { errorText } from '#web/api/errors.ts';
import { uploadPhoto } from '#web/company/page-queries.ts';
import { t } from '#web/texts/app.ts';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import type { PageValues } from './PublicPageForm.tsx';
import classes from './SettingsFrame.module.css';

const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

type Props = { form: SchemaForm<PageValues>; label: string; companyId: string | undefined };

/** The photos of the public page, each with a description for people who can't see it. */
export function PhotoFields({ form, label, companyId }: Props) {
  const { photos } = form.getValues();
  const [isUploading, setIsUploading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const add = async (file: File | null) => {
    if (!file) return;
    setIsUploading(true);
    setProblem(null);
    try {
      const { fileName, url } = await uploadPhoto(file, companyId);
      form.insertListItem('photos', { fileName, url, alt: '' });
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setIsUploading(false);
    }
  };
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('companyPage.photosHint', { max: maxPhotos })}
        </Text>
        {problem ? (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        ) : null}
        {photos.map(({ fileName, url }, index) => (
          <Group key={fileName} gap="xs" align="flex-end">
            <img className={classes.photo} src={url} alt="" />
            <Group gap="xs" wrap="nowrap" align="flex-end" flex="1 1 15rem">
              <TextInput
                flex={1}
                label={t('companyPage.photoAlt', { number: index + 1 })}
                placeholder={t('companyPage.photoAltPlaceholder')}
                required
                maxLength={200}
                key={form.key(`photos.${index}.alt`)}
                {...form.getInputProps(`photos.${index}.alt`)}
              />
              <ActionIcon
                variant="default"
                size="input-sm"
                disabled={index === 0}
                aria-label={t('companyPage.movePhotoUp', { number: index + 1 })}
                onClick={() => form.reorderListItem('photos', { from: index, to: index - 1 })}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size="input-sm"
                aria-label={t('companyPage.removePhoto', { number: index + 1 })}
                onClick={() => form.removeListItem('photos', index)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          </Group>
        ))}
        {photos.length < maxPhotos ? (
          <FileButton accept={types.join(',')} onChange={(file) => void add(file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                size="xs"
                loading={isUploading}
                leftSection={<IconPhoto size={16} aria-hidden />}
                style={{ alignSelf: 'flex-start' }}
              >
                {t('companyPage.addPhoto')}
              </Button>
            )}
          </FileButton>
        ) : null}
      </Stack>
    </Fieldset>
  );
}
