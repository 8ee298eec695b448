import { isLinkSigned, type Keys, signLink } from '#server/session/keys.ts';

/**
 * The URL of an upload that nothing shows yet, as the answer to the upload has it (`docs/product/jobs.md#job-media`). An `<img>` of
 * a client on another site sends neither a token nor a cookie, so the URL carries a key that opens the file for an hour.
 */
type Keyed = Pick<Keys, 'uploadUrl' | 'previous'>;

const lifetimeMs = 60 * 60 * 1000;

/** Both sizes of a picture have the same key, because a client makes the small one's URL from the large one's. */
const subjectOf = (name: string) => name.replace(/-s\.webp$/, '.webp');

const toSignedText = (name: string, expiresAt: number) => `${subjectOf(name)}.${expiresAt}`;

export function signUploadUrl(keys: Pick<Keys, 'uploadUrl'>, url: string): string {
  const name = url.slice(url.lastIndexOf('/') + 1);
  const expiresAt = Date.now() + lifetimeMs;
  return `${url}?key=${expiresAt.toString(36)}-${signLink(keys.uploadUrl, toSignedText(name, expiresAt))}`;
}

/** Whether the key in a URL opens the file now. */
export function opensFile(keys: Keyed, name: string, key: string): boolean {
  const separator = key.indexOf('-');
  const expiresAt = Number.parseInt(key.slice(0, separator), 36);
  if (!(expiresAt > Date.now())) return false;
  return isLinkSigned(keys, 'uploadUrl', { text: toSignedText(name, expiresAt), signature: key.slice(separator + 1) });
}
