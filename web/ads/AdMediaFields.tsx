import { Button, FileButton, Group, Image, Input, Text } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { adImageSize } from '#shared/ads.ts';
import type { Uploader } from '#web/uploads/uploader.ts';
import { VideoField } from '#web/uploads/VideoField.tsx';
import classes from './AdMediaFields.module.css';

type Props = { value: string; onChange: (url: string) => void; error?: ReactNode };

const CropDialog = lazy(() => import('./CropDialog.tsx'));
const size = 16;

/** The picture of an ad: chosen, cut to its size in a dialog, and shown as drivers will see it. */
export function AdPictureField({ value, onChange, error }: Props) {
  const [chosen, setChosen] = useState<{ file: File; source: string } | null>(null);
  const reset = useRef<() => void>(null);
  const choose = (file: File | null) => file && setChosen({ file, source: URL.createObjectURL(file) });
  const close = () => {
    if (chosen) URL.revokeObjectURL(chosen.source);
    setChosen(null);
    reset.current?.();
  };
  return (
    <Input.Wrapper
      label="Image"
      labelElement="div"
      description={`PNG, JPG, WebP or GIF up to 20 MB. You’ll crop it to ${adImageSize.width} × ${adImageSize.height} pixels.`}
      error={error}
    >
      <div className={classes.frame} data-wrong={error ? true : undefined}>
        {value ? (
          <Image src={value} alt="Ad image" w="100%" h="100%" fit="cover" />
        ) : (
          <Text c="dimmed" size="sm">
            No image yet
          </Text>
        )}
      </div>
      <Group gap="sm" mt="sm">
        <FileButton resetRef={reset} accept="image/png,image/jpeg,image/webp,image/gif" onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconPhoto size={size} aria-hidden />}>
              {value ? 'Change image' : 'Upload image'}
            </Button>
          )}
        </FileButton>
        {value ? <RemoveButton label="Remove image" onClick={() => onChange('')} /> : null}
      </Group>
      {chosen ? (
        <Suspense fallback={null}>
          <CropDialog
            {...chosen}
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

/** A video in place of the picture, which then stands before it is played. */
export function AdVideoField({ value, onChange, error, uploader }: Props & { uploader: Uploader }) {
  return (
    <VideoField
      uploader={uploader}
      value={value}
      onChange={onChange}
      error={error}
      description="Optional. MP4 or WebM up to 2 GB. It plays when someone starts it. Until then, the image shows."
    />
  );
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="subtle" size="xs" leftSection={<IconTrash size={size} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  );
}
