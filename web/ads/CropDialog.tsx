import 'react-image-crop/dist/ReactCrop.css';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import ReactCrop, { type Crop } from 'react-image-crop';
import { adImageSize } from '#shared/ads.ts';
import { breakpoints } from '#shared/brand.ts';
import { errorText } from '#web/api/errors.ts';
import { number } from '#web/browser/format.ts';
import { t } from '#web/texts/app.ts';
import classes from './ads.module.css';
import { adRatio, type CropPixels, toCropPixels, getFullCrop, uploadAdMedia } from './queries.ts';

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
  const pictureSize = picture && { width: picture.naturalWidth, height: picture.naturalHeight };
  const cropPixels = pictureSize && crop ? toCropPixels(crop, pictureSize) : null;
  const initializeCrop = (image: HTMLImageElement) => {
    setPicture(image);
    setCrop({ unit: '%', ...getFullCrop({ width: image.naturalWidth, height: image.naturalHeight }) });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('ads.cropImage')}
      size="46rem"
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
      styles={{ title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)' } }}
    >
      <Stack gap="md">
        {isBroken ? (
          <Alert color="red" role="alert">
            {t('errors.imageUnreadable')}
          </Alert>
        ) : (
          <div className={classes.cropArea}>
            <ReactCrop
              crop={crop}
              onChange={(_, percentCrop) => setCrop(percentCrop)}
              aspect={adRatio}
              minWidth={60}
              keepSelection
              ruleOfThirds
              disabled={upload.isPending}
            >
              <img
                src={source}
                alt={t('ads.originalImage')}
                className={classes.cropImage}
                onLoad={({ currentTarget }) => initializeCrop(currentTarget)}
                onError={() => setIsBroken(true)}
              />
            </ReactCrop>
          </div>
        )}
        <div>
          <Text size="sm" fw={600} mb={4}>
            {t('ads.cropPreviewTitle', { width, height })}
          </Text>
          <CropPreview picture={picture} cropPixels={cropPixels} />
          <Text size="sm" c="dimmed" mt={4} aria-live="polite">
            {cropPixels ? t('ads.cropSelectedSize', { width: number(cropPixels.width), height: number(cropPixels.height) }) : ''}
            {cropPixels && cropPixels.width < width ? t('ads.cropTooSmallWarning') : ''}
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
            disabled={!cropPixels || isBroken}
            onClick={() => cropPixels && upload.mutate({ file, crop: cropPixels })}
          >
            {t('ads.useThisArea')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Previews the selected part as the server will crop it. */
function CropPreview({ picture, cropPixels }: { picture: HTMLImageElement | null; cropPixels: CropPixels | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const cropKey = useMemo(
    () => cropPixels && `${cropPixels.left} ${cropPixels.top} ${cropPixels.width} ${cropPixels.height}`,
    [cropPixels],
  );
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !picture || !cropKey) return;
    const [left = 0, top = 0, cropWidth = 0, cropHeight = 0] = cropKey.split(' ').map(Number);
    context.imageSmoothingQuality = 'high';
    context.clearRect(0, 0, width, height);
    context.drawImage(picture, left, top, cropWidth, cropHeight, 0, 0, width, height);
  }, [picture, cropKey]);
  return (
    <canvas ref={canvas} width={width} height={height} className={classes.preview}>
      {t('ads.cropPreviewLabel')}
    </canvas>
  );
}
