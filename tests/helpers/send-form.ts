import { withoutUploadKeys } from '#shared/upload-keys.ts';
import type { TestApp } from './app.ts';

const boundary = 'a-boundary-of-the-test';
const formatPartHeader = (name: string, suffix: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${suffix}\r\n\r\n`;

type Fields = Record<string, string | number | object>;
type FormResponse = {
  status: number;
  /** Without the keys of new uploads, as the files are stored. */
  body: { data: Record<string, never>; errors: { code: string; field?: string; message: string }[]; message: string };
  /** The URL of a new upload, with its key. */
  signedUrl: string;
};

/** Sends a form with or without files, as browsers and legacy clients do. */
export async function sendForm(
  t: TestApp,
  token: string,
  path: string,
  fields: Fields,
  ...files: Buffer[]
): Promise<FormResponse> {
  const textParts = Object.entries(fields).map(
    ([name, value]) => `${formatPartHeader(name, '')}${typeof value === 'object' ? JSON.stringify(value) : value}\r\n`,
  );
  const fileHeader = Buffer.from(formatPartHeader('file', '; filename="video.bin"\r\ncontent-type: application/octet-stream'));
  const content = files.flatMap((file) => [fileHeader, file, Buffer.from('\r\n')]);
  const response = await t.app.inject({
    method: 'POST',
    url: `/api/1.0${path}`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${token}` },
    payload: Buffer.concat([Buffer.from(textParts.join('')), ...content, Buffer.from(`--${boundary}--\r\n`)]),
  });
  const body = JSON.parse(withoutUploadKeys(response.body)) as FormResponse['body'];
  const { url, image_url: imageUrl } = response.json<Partial<FormResponse['body']>>().data ?? {};
  return { status: response.statusCode, body, signedUrl: url ?? imageUrl ?? '' };
}
