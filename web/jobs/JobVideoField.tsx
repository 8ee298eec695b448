import { useState } from 'react';
import type { Uploader } from '#web/uploads/uploader.ts';
import { VideoField } from '#web/uploads/VideoField.tsx';
import type { SchemaForm } from '#web/ui/form/schema-form.ts';
import type { ContentValues } from './content-form.ts';

export type JobVideo = {
  uploader: Uploader;
  /** Keeps the video though the form may be gone when its upload ends. */
  onUploaded?: (url: string) => void;
};

/** The job's video. Its value is shown as it is chosen: the form itself keeps its own aside. */
export function JobVideoField({ form, ...video }: { form: SchemaForm<ContentValues> } & JobVideo) {
  const [url, setUrl] = useState(() => form.getValues().videoUrl);
  form.watch('videoUrl', ({ value }) => setUrl(value));
  return (
    <VideoField
      {...video}
      value={url}
      onChange={(next) => form.setFieldValue('videoUrl', next)}
      description="Optional. MP4 or WebM up to 2 GB. Shown on the public job page."
      error={form.errors['videoUrl']}
    />
  );
}
