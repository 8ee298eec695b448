import { Button, FileButton, Group, Image, Input, Text } from '@mantine/core';
import { IconMovie, IconPhoto, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { adImageSize } from '#shared/ads.ts';
import { errorText } from '#web/errors.ts';
import classes from './AdMediaFields.module.css';
import { uploadAdMedia } from './queries.ts';

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
      label="Picture"
      labelElement="div"
      description={`PNG, JPEG, WebP or GIF, at most 20 MB. You choose the part that is cut to ${adImageSize.width} × ${adImageSize.height} pixels.`}
      error={error}
    >
      <div className={classes.frame} data-wrong={error ? true : undefined}>
        {value ? (
          <Image src={value} alt="The ad’s picture" w="100%" h="100%" fit="cover" />
        ) : (
          <Text c="dimmed" size="sm">
            No picture yet
          </Text>
        )}
      </div>
      <Group gap="sm" mt="sm">
        <FileButton resetRef={reset} accept="image/png,image/jpeg,image/webp,image/gif" onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconPhoto size={size} aria-hidden />}>
              {value ? 'Change picture' : 'Upload picture'}
            </Button>
          )}
        </FileButton>
        {value ? <RemoveButton label="Remove picture" onClick={() => onChange('')} /> : null}
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
export function AdVideoField({ value, onChange, error }: Props) {
  const upload = useMutation({ mutationFn: (file: File) => uploadAdMedia({ file }), onSuccess: onChange });
  return (
    <Input.Wrapper
      label="Video"
      labelElement="div"
      description="Optional. MP4 or WebM, at most 25 MB. It plays when somebody starts it; the picture stands before it."
      error={upload.error ? errorText(upload.error) : error}
    >
      {value ? (
        <video className={classes.frame} controls preload="metadata" src={value} aria-label="The ad’s video">
          <track kind="captions" />
        </video>
      ) : null}
      <Group gap="sm" mt="sm">
        <FileButton accept="video/mp4,video/webm" onChange={(file) => file && upload.mutate(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<IconMovie size={size} aria-hidden />}
              loading={upload.isPending}
            >
              {value ? 'Change video' : 'Upload video'}
            </Button>
          )}
        </FileButton>
        {value ? <RemoveButton label="Remove video" onClick={() => onChange('')} /> : null}
      </Group>
    </Input.Wrapper>
  );
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="subtle" size="xs" leftSection={<IconTrash size={size} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  );
}
