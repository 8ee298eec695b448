import { Alert, Button, Group, Modal, Stack, Switch, Text, ActionIcon, Slider } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import {
  initialPlacement,
  isTallerThanWindow,
  type LogoPlacement,
  holdPlacement,
  logoSize,
  logoStage,
  zoomPlacement,
} from '#shared/companies/logo.ts';
import { errorText } from '#web/errors.ts';
import { Loading } from '#web/ui/Loading.tsx';
import { type Logo, uploadLogo } from './queries.ts';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import classes from './logo.module.css';
import { t } from '#web/texts/app.ts';

type ReadPicture = { url: string; width: number; height: number };

/** The server refuses larger pictures (server/media/store-image.ts). */
const maxPixels = 40_000_000;

/**
 * The size of the upright picture, as the server turns it.
 * @throws Error with a message for the user
 */
function readPicture(url: string): Promise<ReadPicture> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.addEventListener('load', () => {
      const { naturalWidth: width, naturalHeight: height } = picture;
      if (!width || !height) return reject(new Error(t('company.couldntReadThisImage')));
      if (width * height > maxPixels) return reject(new Error(t('company.imageTooLarge', { megapixels: maxPixels / 1_000_000 })));
      resolve({ url, width, height });
    });
    picture.addEventListener('error', () => reject(new Error(t('company.couldntReadThisImage'))));
    picture.src = url;
  });
}

type LogoStageProps = {
  picture: ReadPicture;
  placement: LogoPlacement;
  /** The whole picture is shown, so it cannot be moved. */
  isWhole: boolean;
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

/** The picture under the logo's window. It is dragged or moved with the arrow keys, and is 200 to 700 wide in steps of 10. */
function LogoStage({ picture, placement, isWhole, isDisabled, onChange }: LogoStageProps) {
  const grip = useRef<{ x: number; y: number; from: LogoPlacement } | null>(null);
  const { logoSize: size, logoLeftOffset, logoTopOffset } = placement;
  const isFixed = isWhole || isDisabled;

  const move = (from: LogoPlacement, x: number, y: number) =>
    onChange(
      holdPlacement(
        { logoSize: from.logoSize, logoLeftOffset: from.logoLeftOffset + x, logoTopOffset: from.logoTopOffset + y },
        picture,
      ),
    );
  const zoom = (next: number) => onChange(zoomPlacement(placement, next, picture));

  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    if (isFixed) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { x: event.clientX, y: event.clientY, from: placement };
  };
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (!grip.current) return;
    const scale = logoStage.width / event.currentTarget.getBoundingClientRect().width;
    move(grip.current.from, (event.clientX - grip.current.x) * scale, (event.clientY - grip.current.y) * scale);
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
        data-whole={isWhole || undefined}
        disabled={isFixed}
        aria-label={t('company.imageFrameDragUseArrow')}
        onPointerDown={begin}
        onPointerMove={drag}
        onPointerUp={() => (grip.current = null)}
        onPointerCancel={() => (grip.current = null)}
        onKeyDown={press}
      >
        {isWhole ? (
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
        {isWhole ? t('company.theWholeImageFitsFrame') : t('company.theAreaFrameBecomesLogo')}
      </Text>
      <Group gap="sm" wrap="nowrap">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('company.smaller')}
          disabled={isFixed || size <= logoSize.min}
          onClick={() => zoom(size - logoSize.step)}
        >
          <IconMinus size={16} />
        </ActionIcon>
        <Slider
          className={classes.slider}
          thumbLabel={t('company.imageSize')}
          min={logoSize.min}
          max={logoSize.max}
          step={logoSize.step}
          value={size}
          label={null}
          disabled={isFixed}
          onChange={zoom}
        />
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('company.larger')}
          disabled={isFixed || size >= logoSize.max}
          onClick={() => zoom(size + logoSize.step)}
        >
          <IconPlus size={16} />
        </ActionIcon>
      </Group>
    </Stack>
  );
}

type Props = { file: File; onDone: (logo: Logo) => void; onClose: () => void };

/** Places the chosen picture under the logo's window and uploads it. The server crops and resizes it. */
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
        setPlacement(initialPlacement(read));
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
      title={t('company.positionYourLogo')}
      size="28rem"
      closeButtonProps={{ 'aria-label': t('common.close') }}
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
              label={t('company.showTheWholeImage')}
              description={t('company.fitsFrameSpaceSides')}
              checked={isWhole}
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
