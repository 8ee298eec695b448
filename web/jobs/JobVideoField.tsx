import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { storedVideo } from '#shared/uploads.ts';
import type { Uploader } from '#web/uploads/uploader.ts';
import { VideoField } from '#web/uploads/VideoField.tsx';
import type { SchemaForm } from '#web/ui/form/schema-form.ts';
import type { ContentValues } from './content-form.ts';

export type JobVideo = {
  uploader: Uploader;
  /** Keeps the video though the form may be gone when its upload ends. */
  onUploaded?: (url: string) => void;
};

/**
 * The job's video: a file that is uploaded, or a link to a video elsewhere. Its value is shown as it is chosen: the form
 * itself keeps its own aside.
 */
export function JobVideoField({ form, ...video }: { form: SchemaForm<ContentValues> } & JobVideo) {
  const [url, setUrl] = useState(() => form.getValues().videoUrl);
  form.watch('videoUrl', ({ value }) => setUrl(value));
  const isFile = storedVideo.test(url);
  const error = form.errors['videoUrl'];
  return (
    <Stack gap="xs">
      <VideoField
        {...video}
        value={isFile ? url : ''}
        onChange={(next) => form.setFieldValue('videoUrl', next)}
        description="Optional. MP4 or WebM up to 2 GB. Shown on the public job page."
        error={isFile ? error : null}
      />
      {isFile ? null : (
        <TextInput
          label="Or link to a video"
          description="On YouTube, Vimeo or your own site."
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
