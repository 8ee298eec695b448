export type ReadPicture = { url: string; width: number; height: number };

/** The server decodes no more than this (server/media/store-image.ts). */
const mostPixels = 40_000_000;

/** The picture's size, turned upright as the server turns it. @throws Error with words for the user */
export function readPicture(url: string): Promise<ReadPicture> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.addEventListener('load', () => {
      const { naturalWidth: width, naturalHeight: height } = picture;
      if (!width || !height) return reject(new Error('Couldn’t read this image'));
      if (width * height > mostPixels)
        return reject(new Error(`This image is too large. Use one up to ${mostPixels / 1_000_000} megapixels`));
      resolve({ url, width, height });
    });
    picture.addEventListener('error', () => reject(new Error('Couldn’t read this image')));
    picture.src = url;
  });
}
