import { Button, FileButton, Group, Image, Input } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '#web/errors.ts';
import { imageTypes, inOneRequest } from '#web/rich-text/image-upload.ts';
import { sendImage } from './queries.ts';

type Props = { channelId: string; value: string | null; onChange: (url: string | null) => void };

/** The picture above a post and on its card; the server keeps it in two resolutions. */
export function ThumbnailField({ channelId, value, onChange }: Props) {
  const upload = useMutation({
    mutationFn: async (file: File) => sendImage(channelId, await inOneRequest(file)),
    onSuccess: onChange,
  });
  return (
    <Input.Wrapper
      label="Thumbnail"
      labelElement="div"
      description="Optional. PNG, JPG, WebP or GIF up to 20 MB."
      error={upload.error ? errorText(upload.error) : null}
    >
      {value ? <Image src={value} alt="Post thumbnail" radius="sm" mt="xs" mah="12rem" fit="cover" /> : null}
      <Group gap="sm" mt="xs">
        <FileButton accept={imageTypes} onChange={(file) => file && upload.mutate(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<IconPhoto size={16} aria-hidden />}
              loading={upload.isPending}
            >
              {value ? 'Change thumbnail' : 'Upload thumbnail'}
            </Button>
          )}
        </FileButton>
        {value ? (
          <Button variant="subtle" size="xs" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onChange(null)}>
            Remove
          </Button>
        ) : null}
      </Group>
    </Input.Wrapper>
  );
}
