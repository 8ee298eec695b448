import { imageMaxWidth } from '#shared/rich-text/rich-text.ts';
import { simpleBelowBytes } from '#shared/uploads.ts';
import { toast } from '#web/ui/toast.ts';
import { t } from '#web/texts/app.ts';

/** Uploads an image and returns its URL. */
export type SendImage = (file: File) => Promise<string>;

export const imageTypes = 'image/png,image/jpeg,image/webp,image/gif';

/**
 * The image as JPEG, at most `imageMaxWidth` wide if no size is given (`docs/product/news-and-ads.md#rich-text`).
 * @throws Error with a message for the user
 */
export async function toJpeg(picture: Blob, width: number | null = null): Promise<File> {
  const bitmap = await createImageBitmap(picture);
  const canvas = document.createElement('canvas');
  const scale = Math.min(1, (width ?? imageMaxWidth) / bitmap.width);
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error(t('errors.noCanvas'));
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9));
  if (!blob) throw new Error(t('errors.imageUploadFailed'));
  return new File([blob], 'pasted.jpg', { type: 'image/jpeg' });
}

/**
 * Scales down an image that is too large for one request, as the server would.
 * @throws Error with a message for the user
 */
export async function inOneRequest(picture: File): Promise<File> {
  if (picture.size < simpleBelowBytes) return picture;
  try {
    return await toJpeg(picture);
  } catch {
    throw new Error(t('errors.imageUploadFailed'));
  }
}

/** The images of a paste or a drop. */
export function picturesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter((file) => imageTypes.split(',').includes(file.type));
}

/** Shows why an image upload failed. */
export function toastFailure(error: unknown): void {
  toast.error(error instanceof Error && error.message === t('errors.noCanvas') ? error : t('errors.imageUploadFailed'));
}
