import { maxImageWidth } from '#shared/rich-text/rich-text.ts';
import { minMultipartBytes } from '#shared/uploads.ts';
import { t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';

/** Uploads an image and returns its URL. */
export type ImageUploader = (file: File) => Promise<string>;

export const imageTypes = 'image/png,image/jpeg,image/webp,image/gif';

/**
 * Converts an image to JPEG. It is at most `width` pixels wide, or `maxImageWidth` if `width` is null
 * (`docs/product/news-and-ads.md#rich-text`).
 * @throws Error with a message for the user
 */
export async function toJpeg(picture: Blob, width: number | null = null): Promise<File> {
  const bitmap = await createImageBitmap(picture);
  const canvas = document.createElement('canvas');
  const scale = Math.min(1, (width ?? maxImageWidth) / bitmap.width);
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error(t('errors.noCanvas'));
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  if (!blob) throw new Error(t('errors.imageUploadFailed'));
  return new File([blob], 'pasted.jpg', { type: 'image/jpeg' });
}

/**
 * Scales down an image that is too large to upload in one request, as the server would.
 * @throws Error with a message for the user
 */
export async function shrinkForUpload(picture: File): Promise<File> {
  if (picture.size < minMultipartBytes) return picture;
  try {
    return await toJpeg(picture);
  } catch {
    throw new Error(t('errors.imageUploadFailed'));
  }
}

/** Returns the images of a paste or a drop. */
export function getImageFiles(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter((file) => imageTypes.split(',').includes(file.type));
}

/** Shows why an image upload failed. */
export function showUploadError(error: unknown): void {
  toast.error(error instanceof Error && error.message === t('errors.noCanvas') ? error : t('errors.imageUploadFailed'));
}
