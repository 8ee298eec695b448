import { Button, FileButton, Group, Image, Input, Text } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '#web/errors.ts';
import { type Logo, uploadLogo } from './queries.ts';
import classes from './LogoField.module.css';

type Props = { value: Logo; onChange: (logo: Logo) => void };

const types = 'image/png,image/jpeg,image/webp,image/gif';

/** The company's logo. The server makes both sizes of it; the whole picture is fitted in (`spec: work §9`). */
export function LogoField({ value, onChange }: Props) {
  const upload = useMutation({ mutationFn: uploadLogo, onSuccess: onChange });
  return (
    <Input.Wrapper
      label="Logo"
      labelElement="div"
      description="Optional. PNG, JPEG, WebP or GIF, at most 20 MB."
      error={upload.error ? errorText(upload.error) : null}
    >
      <Group gap="sm" mt="xs">
        <div className={classes.frame}>
          {value.url ? (
            <Image src={value.url} alt="Your logo" w="100%" h="100%" fit="contain" />
          ) : (
            <Text c="dimmed" size="xs">
              No logo yet
            </Text>
          )}
        </div>
        <FileButton accept={types} onChange={(file) => file && upload.mutate(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<IconPhoto size={16} aria-hidden />}
              loading={upload.isPending}
            >
              {value.url ? 'Change logo' : 'Upload logo'}
            </Button>
          )}
        </FileButton>
        {value.url ? (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onChange({ fileName: '', url: '' })}
          >
            Remove
          </Button>
        ) : null}
      </Group>
    </Input.Wrapper>
  );
}
