import { Alert, Button, Group, Modal, Stack, Switch, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { firstPlacement, isTallerThanWindow, type LogoPlacement } from '#shared/companies/logo.ts';
import { errorText } from '#web/errors.ts';
import { Loading } from '#web/ui/Loading.tsx';
import { LogoStage } from './LogoStage.tsx';
import { type Logo, uploadLogo } from './queries.ts';
import { type ReadPicture, readPicture } from './read-picture.ts';

type Props = { file: File; onDone: (logo: Logo) => void; onClose: () => void };

/** Lays a chosen picture under the logo's window, then sends it: the server cuts and sizes it. */
export function LogoDialog({ file, onDone, onClose }: Props) {
  const [picture, setPicture] = useState<ReadPicture | null>(null);
  const [placement, setPlacement] = useState<LogoPlacement | null>(null);
  const [isWhole, setIsWhole] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useMutation({
    mutationFn: () => uploadLogo(file, isWhole ? null : placement),
    onSuccess: onDone,
  });

  useEffect(() => {
    const url = URL.createObjectURL(file);
    let isGone = false;
    readPicture(url)
      .then((read) => {
        if (isGone) return;
        setPicture(read);
        setPlacement(firstPlacement(read));
        setIsWhole(isTallerThanWindow(read));
      })
      .catch((error: unknown) => {
        if (!isGone) setProblem(errorText(error));
      });
    return () => {
      isGone = true;
      URL.revokeObjectURL(url);
    };
  }, [file]);

  const failure = problem ?? (upload.error ? errorText(upload.error) : null);
  return (
    <Modal
      opened
      onClose={upload.isPending ? () => undefined : onClose}
      title="Position your logo"
      size="28rem"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        {failure ? (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        ) : null}
        {picture && placement ? (
          <>
            <LogoStage
              picture={picture}
              placement={placement}
              isWhole={isWhole}
              isDisabled={upload.isPending}
              onChange={setPlacement}
            />
            <Switch
              label="Show the whole image"
              description="Fits the frame, with space on the sides."
              checked={isWhole}
              disabled={upload.isPending}
              onChange={(event) => setIsWhole(event.currentTarget.checked)}
            />
          </>
        ) : problem ? (
          <Text size="sm" c="dimmed">
            Choose another image.
          </Text>
        ) : (
          <Loading />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={upload.isPending}>
            Cancel
          </Button>
          <Button color="orange" disabled={!placement} loading={upload.isPending} onClick={() => upload.mutate()}>
            Use this logo
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
