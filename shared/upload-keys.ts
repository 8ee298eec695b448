/** The key behind a new upload's name (`server/media/signed-url.ts`). The name can be the whole text or a part of it. */
const keyInUrl = /(\.(?:webp|mp4|webm))\?key=[0-9a-z]{8}-[\w-]{22}(?![\w-])/g;

/**
 * The text with the plain URLs of uploads, as they are stored. Clients send back the URL that they got. Our own screens don't need
 * the key, because browsers send them a cookie.
 */
export const withoutUploadKeys = (text: string): string => text.replace(keyInUrl, '$1');
