import type { TestApp } from './app.ts';

const boundary = 'a-boundary-of-the-test';
const part = (name: string, rest: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`;

type Fields = Record<string, string | number | object>;
type Answer = {
  status: number;
  body: { data: Record<string, never>; errors: { code: string; field?: string; message: string }[]; message: string };
};

/** Sends a form with or without files, as browsers and legacy clients do. */
export async function sendForm(t: TestApp, token: string, path: string, fields: Fields, ...files: Buffer[]): Promise<Answer> {
  const texts = Object.entries(fields).map(
    ([name, value]) => `${part(name, '')}${typeof value === 'object' ? JSON.stringify(value) : value}\r\n`,
  );
  const head = Buffer.from(part('file', '; filename="video.bin"\r\ncontent-type: application/octet-stream'));
  const content = files.flatMap((file) => [head, file, Buffer.from('\r\n')]);
  const response = await t.app.inject({
    method: 'POST',
    url: `/api/1.0${path}`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${token}` },
    payload: Buffer.concat([Buffer.from(texts.join('')), ...content, Buffer.from(`--${boundary}--\r\n`)]),
  });
  return { status: response.statusCode, body: response.json() };
}
