import { imageMaxWidth } from '#shared/rich-text/rich-text.ts';
import { messages } from '#shared/messages.ts';
import { simpleBelowBytes } from '#shared/uploads.ts';
import { toast } from '#web/ui/toast.ts';

/** Sends a picture and answers its address. */
export type SendImage = (file: File) => Promise<string>;

export const imageTypes = 'image/png,image/jpeg,image/webp,image/gif';

/**
 * A picture as jpeg, at most `imageMaxWidth` wide when no size is given (`spec: work §5 Pasted images`).
 * @throws Error with words for the user
 */
export async function toJpeg(picture: Blob, width: number | null = null): Promise<File> {
  const bitmap = await createImageBitmap(picture);
  const canvas = document.createElement('canvas');
  const scale = Math.min(1, (width ?? imageMaxWidth) / bitmap.width);
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error(messages.noCanvas);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9));
  if (!blob) throw new Error(messages.imageUploadFailed);
  return new File([blob], 'pasted.jpg', { type: 'image/jpeg' });
}

/**
 * A picture that fits one request: a larger file is scaled down here, as the server would do, before it is sent.
 * @throws Error with words for the user
 */
export async function inOneRequest(picture: File): Promise<File> {
  if (picture.size < simpleBelowBytes) return picture;
  try {
    return await toJpeg(picture);
  } catch {
    throw new Error(messages.imageUploadFailed);
  }
}

/** The pictures of a paste or a drop. */
export function picturesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter((file) => imageTypes.split(',').includes(file.type));
}

/** Why a picture did not come, in the specification's words. */
export function tellFailure(error: unknown): void {
  toast.error(error instanceof Error && error.message === messages.noCanvas ? error : messages.imageUploadFailed);
}
