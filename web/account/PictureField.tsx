import { Avatar, Button, FileButton, Group, Input } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { errorText } from '#web/errors.ts';
import { toast } from '#web/ui/toast.ts';
import { changePicture } from './queries.ts';

type Props = { name: string; url: string | null };

const types = 'image/png,image/jpeg,image/webp,image/gif';

/** The profile picture: worn as soon as it is there. The server cuts it square. */
export function PictureField({ name, url }: Props) {
  const router = useRouter();
  const change = useMutation({
    mutationFn: changePicture,
    onSuccess: async (_, file) => {
      await router.invalidate();
      toast.success(file ? 'Picture updated' : 'Picture removed');
    },
  });
  const isSending = change.isPending && change.variables !== null;
  return (
    <Input.Wrapper
      label="Profile picture"
      labelElement="div"
      description="Optional. PNG, JPG, WebP or GIF up to 20 MB. Cropped to a square."
      error={change.error ? errorText(change.error) : null}
    >
      <Group gap="sm" mt="xs">
        <Avatar src={url} alt={url ? 'Your picture' : ''} name={name} color="navy" size="4rem" radius="100%" />
        <FileButton accept={types} onChange={(file) => file && change.mutate(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<IconPhoto size={16} aria-hidden />}
              loading={isSending}
              disabled={change.isPending}
            >
              {url ? 'Change picture' : 'Upload picture'}
            </Button>
          )}
        </FileButton>
        {url ? (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconTrash size={16} aria-hidden />}
            loading={change.isPending && !isSending}
            disabled={change.isPending}
            onClick={() => change.mutate(null)}
          >
            Remove
          </Button>
        ) : null}
      </Group>
    </Input.Wrapper>
  );
}
