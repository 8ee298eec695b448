import { Alert, Button, FileButton, Group, Input, Progress, Stack, Text, Anchor } from '@mantine/core';
import { IconAlertTriangle, IconMovie, IconTrash, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { mb, videoTypes, storedVideo } from '#shared/uploads.ts';
import { decimal } from '#web/browser/format.ts';
import { t } from '#web/texts/app.ts';
import type { Uploader, UploadState } from './uploader.ts';
import classes from './VideoField.module.css';

/** Plays an uploaded video. For any other URL it shows a link. */
export function VideoPlayer({ url, label }: { url: string; label: string }) {
  if (!storedVideo.test(url))
    return (
      <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow">
        {t('uploads.watchTheVideo')}
      </Anchor>
    );
  return (
    <video className={classes.video} controls preload="metadata" src={url} aria-label={label}>
      <track kind="captions" />
    </video>
  );
}

type Props = {
  uploader: Uploader;
  /** The URL of the video. Empty if there is none. */
  value: string;
  onChange: (url: string) => void;
  /** Called when the upload ends, even if the user has left the screen. */
  onUploaded?: (url: string) => void;
  description: string;
  error?: ReactNode;
};

const icon = 16;

/** Selects, uploads and shows a video, with progress, cancel, retry after a failure, and resume after a reload. */
export function VideoField({ uploader, value, onChange, onUploaded, description, error }: Props) {
  const state = useSyncExternalStore(uploader.watch, uploader.state, uploader.state);
  const onDone = useEffectEvent((url: string) => {
    onChange(url);
    uploader.forget();
  });
  const doneUrl = state.status === 'done' ? state.url : null;
  useEffect(() => {
    if (doneUrl !== null) onDone(doneUrl);
  }, [doneUrl]);
  const choose = (file: File | null) => file && uploader.start(file, (url) => onUploaded?.(url));
  const isInactive = state.status === 'idle' || state.status === 'done';
  return (
    <Input.Wrapper label={t('common.video')} labelElement="div" description={description} error={error} inputWrapperOrder={order}>
      <Stack gap="sm" mt="xs">
        {value && isInactive ? <VideoPlayer url={value} label={t('common.video')} /> : null}
        {isInactive ? (
          <Group gap="sm">
            <FileButton accept={Object.keys(videoTypes).join(',')} onChange={choose}>
              {(props) => (
                <Button {...props} variant="default" size="xs" leftSection={<IconMovie size={icon} aria-hidden />}>
                  {value ? t('uploads.changeVideo') : t('uploads.uploadVideo')}
                </Button>
              )}
            </FileButton>
            {value ? (
              <Button
                variant="subtle"
                size="xs"
                leftSection={<IconTrash size={icon} aria-hidden />}
                onClick={() => {
                  uploader.forget();
                  onChange('');
                  onUploaded?.('');
                }}
              >
                {t('uploads.removeVideo')}
              </Button>
            ) : null}
          </Group>
        ) : null}
        {state.status === 'idle' ? <InterruptedUpload uploader={uploader} /> : null}
        {state.status === 'uploading' ? <UploadProgressBar state={state} onCancel={uploader.cancel} /> : null}
        {state.status === 'failed' ? <FailedUpload state={state} uploader={uploader} /> : null}
      </Stack>
    </Input.Wrapper>
  );
}

const order: ('label' | 'description' | 'error' | 'input')[] = ['label', 'description', 'error', 'input'];
const formatMb = (bytes: number) => decimal(bytes / mb, bytes < 10 * mb ? 1 : 0);

function UploadProgressBar({ state, onCancel }: { state: UploadState & { status: 'uploading' }; onCancel: () => void }) {
  const { fileName, progress } = state;
  const { sent, total, partsDone, parts } = progress;
  const percent = Math.floor((sent / total) * 100);
  return (
    <Stack gap={6} maw="40rem">
      <Text size="sm" truncate>
        {fileName}
      </Text>
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label={t('uploads.uploadingFile', { fileName })} />
      </Progress.Root>
      <Group justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {t('uploads.sentOfTotal', {
            progress: percent / 100,
            sent: formatMb(sent),
            total: formatMb(total),
            parts: parts > 1 ? parts : 0,
            partsDone,
          })}
        </Text>
        <Button variant="subtle" size="xs" leftSection={<IconX size={icon} aria-hidden />} onClick={onCancel}>
          {t('uploads.cancelUpload')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The alert is announced to screen readers, because the focus may be elsewhere in the form. */
function FailedUpload({ state, uploader }: { state: UploadState & { status: 'failed' }; uploader: Uploader }) {
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={icon} aria-hidden />}
      title={t('errors.uploadFailed')}
      maw="40rem"
      role="alert"
    >
      <Text size="sm">
        {state.fileName}: {state.reason}
      </Text>
      <Group gap="sm" mt="sm">
        {state.isRefused ? null : (
          <Button variant="default" size="xs" onClick={uploader.again}>
            {t('ui.tryAgain')}
          </Button>
        )}
        <Button variant="subtle" size="xs" onClick={uploader.cancel}>
          {state.isRefused ? t('uploads.chooseAnotherFile') : t('common.cancel')}
        </Button>
      </Group>
    </Alert>
  );
}

function InterruptedUpload({ uploader }: { uploader: Uploader }) {
  const stopped = uploader.stopped();
  if (!stopped) return null;
  return (
    <Group gap="sm" wrap="wrap">
      <Text size="sm" c="dimmed">
        {t('uploads.uploadStopped', { fileName: stopped.fileName })}
      </Text>
      <Button variant="subtle" size="xs" onClick={() => uploader.forgetStopped(stopped)}>
        {t('common.discard')}
      </Button>
    </Group>
  );
}
