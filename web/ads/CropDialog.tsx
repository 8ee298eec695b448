import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import ReactCrop, { type Crop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { adImageSize } from '#shared/ads.ts';
import { breakpoints } from '#shared/brand.ts';
import { number } from '#shared/format.ts';
import { errorText } from '#web/errors.ts';
import classes from './ads.module.css';
import { adRatio, type CropPixels, pixelsOf, fullCrop, uploadAdMedia } from './queries.ts';
import { t } from '#web/texts/app.ts';

type Props = {
  file: File;
  /** The file's object URL. */
  source: string;
  onDone: (url: string) => void;
  onClose: () => void;
};

const { width, height } = adImageSize;

/** Selects the part of an image that the ad shows, with the pointer or with Tab and the arrow keys, and uploads it. */
export default function CropDialog({ file, source, onDone, onClose }: Props) {
  const isNarrow = useMediaQuery(`(max-width: ${breakpoints.sm})`, false, { getInitialValueInEffect: false });
  const [picture, setPicture] = useState<HTMLImageElement | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  const [crop, setCrop] = useState<Crop>();
  const upload = useMutation({ mutationFn: uploadAdMedia, onSuccess: onDone });
  const size = picture && { width: picture.naturalWidth, height: picture.naturalHeight };
  const part = size && crop ? pixelsOf(crop, size) : null;
  const begin = (image: HTMLImageElement) => {
    setPicture(image);
    setCrop({ unit: '%', ...fullCrop({ width: image.naturalWidth, height: image.naturalHeight }) });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('ads.cropImage')}
      size="46rem"
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      styles={{ title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)' } }}
    >
      <Stack gap="md">
        {isBroken ? (
          <Alert color="red" role="alert">
            {t('ads.couldntReadThisImage')}
          </Alert>
        ) : (
          <div className={classes.stage}>
            <ReactCrop
              crop={crop}
              onChange={(_, percent) => setCrop(percent)}
              aspect={adRatio}
              minWidth={60}
              keepSelection
              ruleOfThirds
              disabled={upload.isPending}
            >
              <img
                src={source}
                alt={t('ads.original')}
                className={classes.picture}
                onLoad={({ currentTarget }) => begin(currentTarget)}
                onError={() => setIsBroken(true)}
              />
            </ReactCrop>
          </div>
        )}
        <div>
          <Text size="sm" fw={600} mb={4}>
            {t('ads.previewWidthHeight', { width, height })}
          </Text>
          <Preview picture={picture} part={part} />
          <Text size="sm" c="dimmed" mt={4} aria-live="polite">
            {part ? t('ads.selectedWidthHeightPixels', { width: number(part.width), height: number(part.height) }) : ''}
            {part && part.width < width ? t('ads.thatsSmallerThanAdSo') : ''}
          </Text>
        </div>
        {upload.error ? (
          <Alert color="red" role="alert">
            {errorText(upload.error)}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={upload.isPending}>
            {t('common.cancel')}
          </Button>
          <Button
            color="orange"
            loading={upload.isPending}
            disabled={!part || isBroken}
            onClick={() => part && upload.mutate({ file, crop: part })}
          >
            {t('ads.useThisArea')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The selected part as the server will crop it. */
function Preview({ picture, part }: { picture: HTMLImageElement | null; part: CropPixels | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const key = useMemo(() => part && `${part.left} ${part.top} ${part.width} ${part.height}`, [part]);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen || !picture || !key) return;
    const [left = 0, top = 0, wide = 0, high = 0] = key.split(' ').map(Number);
    pen.imageSmoothingQuality = 'high';
    pen.clearRect(0, 0, width, height);
    pen.drawImage(picture, left, top, wide, high, 0, 0, width, height);
  }, [picture, key]);
  return (
    <canvas ref={canvas} width={width} height={height} className={classes.preview}>
      {t('ads.previewOfTheCroppedAd')}
    </canvas>
  );
}
