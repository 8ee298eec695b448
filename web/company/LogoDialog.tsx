import { Alert, Button, Group, Modal, Stack, Switch, Text, ActionIcon, Slider } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import {
  initialPlacement,
  isTallerThanWindow,
  type LogoPlacement,
  clampPlacement,
  logoSizeRange,
  logoStage,
  zoomPlacement,
} from '#shared/companies/logo.ts';
import { errorText } from '#web/api/errors.ts';
import { t } from '#web/texts/app.ts';
import { Loading } from '#web/ui/Loading.tsx';
import classes from './logo.module.css';
import { type Logo, uploadLogo } from './queries.ts';

type LoadedPicture = { url: string; width: number; height: number };

/** The server refuses larger pictures (server/media/store-image.ts). */
const maxPixels = 40_000_000;

/**
 * Reads the picture's size after its EXIF rotation, which the server applies too.
 * @throws Error with a message for the user
 */
function readPicture(url: string): Promise<LoadedPicture> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.addEventListener('load', () => {
      const { naturalWidth: width, naturalHeight: height } = picture;
      if (!width || !height) return reject(new Error(t('errors.imageUnreadable')));
      if (width * height > maxPixels) return reject(new Error(t('errors.imageTooLarge', { megapixels: maxPixels / 1_000_000 })));
      resolve({ url, width, height });
    });
    picture.addEventListener('error', () => reject(new Error(t('errors.imageUnreadable'))));
    picture.src = url;
  });
}

type LogoStageProps = {
  picture: LoadedPicture;
  placement: LogoPlacement;
  /** The whole picture is shown, so it cannot be moved. */
  isWholePicture: boolean;
  isDisabled: boolean;
  onChange: (placement: LogoPlacement) => void;
};

const percent = (part: number, total: number) => `${(part / total) * 100}%`;
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Lets the user move the picture behind the crop window, by dragging or with the arrow keys, and change its size. */
function LogoStage({ picture, placement, isWholePicture, isDisabled, onChange }: LogoStageProps) {
  const dragStart = useRef<{ x: number; y: number; from: LogoPlacement } | null>(null);
  const { logoSize: size, logoLeftOffset, logoTopOffset } = placement;
  const isFixed = isWholePicture || isDisabled;

  const move = (from: LogoPlacement, x: number, y: number) =>
    onChange(
      clampPlacement(
        { logoSize: from.logoSize, logoLeftOffset: from.logoLeftOffset + x, logoTopOffset: from.logoTopOffset + y },
        picture,
      ),
    );
  const zoom = (next: number) => onChange(zoomPlacement(placement, next, picture));

  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    if (isFixed) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragStart.current = { x: event.clientX, y: event.clientY, from: placement };
  };
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (!dragStart.current) return;
    const scale = logoStage.width / event.currentTarget.getBoundingClientRect().width;
    move(dragStart.current.from, (event.clientX - dragStart.current.x) * scale, (event.clientY - dragStart.current.y) * scale);
  };
  const press = (event: KeyboardEvent) => {
    const step = arrows[event.key];
    if (!step || isFixed) return;
    event.preventDefault();
    const pixels = event.shiftKey ? 10 : 2;
    move(placement, step[0] * pixels, step[1] * pixels);
  };

  return (
    <Stack gap="sm">
      <button
        type="button"
        className={classes.stage}
        data-whole={isWholePicture || undefined}
        disabled={isFixed}
        aria-label={t('company.logoFrameLabel')}
        onPointerDown={begin}
        onPointerMove={drag}
        onPointerUp={() => (dragStart.current = null)}
        onPointerCancel={() => (dragStart.current = null)}
        onKeyDown={press}
      >
        {isWholePicture ? (
          <img src={picture.url} alt="" className={classes.whole} draggable={false} />
        ) : (
          <img
            src={picture.url}
            alt=""
            className={classes.picture}
            draggable={false}
            style={{
              left: percent(logoLeftOffset, logoStage.width),
              top: percent(logoTopOffset, logoStage.height),
              width: percent(size, logoStage.width),
            }}
          />
        )}
        <span className={classes.window} />
      </button>
      <Text size="xs" c="dimmed" ta="center">
        {isWholePicture ? t('company.wholeImageHint') : t('company.croppedImageHint')}
      </Text>
      <Group gap="sm" wrap="nowrap">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('company.smaller')}
          disabled={isFixed || size <= logoSizeRange.min}
          onClick={() => zoom(size - logoSizeRange.step)}
        >
          <IconMinus size={16} />
        </ActionIcon>
        <Slider
          className={classes.slider}
          thumbLabel={t('company.imageSize')}
          min={logoSizeRange.min}
          max={logoSizeRange.max}
          step={logoSizeRange.step}
          value={size}
          label={null}
          disabled={isFixed}
          onChange={zoom}
        />
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('company.larger')}
          disabled={isFixed || size >= logoSizeRange.max}
          onClick={() => zoom(size + logoSizeRange.step)}
        >
          <IconPlus size={16} />
        </ActionIcon>
      </Group>
    </Stack>
  );
}

type Props = { file: File; onDone: (logo: Logo) => void; onClose: () => void };

/** Lets the user position the picture behind the crop window, and uploads it. The server crops and resizes it. */
export function LogoDialog({ file, onDone, onClose }: Props) {
  const [picture, setPicture] = useState<LoadedPicture | null>(null);
  const [placement, setPlacement] = useState<LogoPlacement | null>(null);
  const [isWholePicture, setIsWhole] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useMutation({
    mutationFn: () => uploadLogo(file, isWholePicture ? null : placement),
    onSuccess: onDone,
  });

  useEffect(() => {
    const url = URL.createObjectURL(file);
    let isGone = false;
    readPicture(url)
      .then((loaded) => {
        if (isGone) return;
        setPicture(loaded);
        setPlacement(initialPlacement(loaded));
        setIsWhole(isTallerThanWindow(loaded));
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
      title={t('company.positionYourLogo')}
      size="28rem"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
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
              isWholePicture={isWholePicture}
              isDisabled={upload.isPending}
              onChange={setPlacement}
            />
            <Switch
              label={t('company.showTheWholeImage')}
              description={t('company.showTheWholeImageHint')}
              checked={isWholePicture}
              disabled={upload.isPending}
              onChange={(event) => setIsWhole(event.currentTarget.checked)}
            />
          </>
        ) : problem ? (
          <Text size="sm" c="dimmed">
            {t('company.chooseAnotherImage')}
          </Text>
        ) : (
          <Loading />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={upload.isPending}>
            {t('common.cancel')}
          </Button>
          <Button color="orange" disabled={!placement} loading={upload.isPending} onClick={() => upload.mutate()}>
            {t('company.useThisLogo')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
