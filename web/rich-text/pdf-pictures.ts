import type { RichNode } from '#shared/rich-text/rich-text.ts';
import type { Picture } from './pdf-document.ts';

/** The addresses of a document's pictures, each once. */
export function pictureAddresses(document: RichNode): string[] {
  const found = new Set<string>();
  const look = ({ type, attrs, content }: RichNode) => {
    const src = type === 'image' ? attrs?.['src'] : null;
    if (typeof src === 'string') found.add(src);
    content?.forEach(look);
  };
  look(document);
  return [...found];
}

const atOnce = 4;

/**
 * Pictures of ours as jpeg, a few at a time. Those of other sites are left out: no page of ours asks another site for
 * anything but to show it.
 */
export async function readPictures(addresses: readonly string[], onRead: (done: number) => void): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>();
  const waiting = addresses.filter((address) => address.startsWith('/media/'));
  let done = 0;
  const work = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const picture = await readPicture(address).catch(() => null);
      if (picture) pictures.set(address, picture);
      done += 1;
      onRead(done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return pictures;
}

async function readPicture(address: string): Promise<Picture | null> {
  const response = await fetch(new URL(address, self.location.origin));
  if (!response.ok) return null;
  const bitmap = await createImageBitmap(await response.blob());
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(bitmap, 0, 0);
  bitmap.close();
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.88 });
  return { data: await dataAddress(jpeg), width, height };
}

function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error('Couldn’t read this image')));
    reader.readAsDataURL(blob);
  });
}
