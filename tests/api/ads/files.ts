import sharp from 'sharp';
import { withoutUploadKeys } from '#shared/upload-keys.ts';
import type { TestApp } from '#tests/helpers/app.ts';
import { makeMp4 } from '#tests/helpers/videos.ts';

const boundary = 'a-boundary-of-the-test';
const part = (name: string, rest: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`;

/** Sends a file as `POST /ads/multimedia/upload` expects it. */
export async function uploadAdFile(t: TestApp, token: string, content: Buffer, fields: Record<string, string | number> = {}) {
  const texts = Object.entries(fields).map(([name, value]) => `${part(name, '')}${value}\r\n`);
  const head = part('file', '; filename="ad.bin"\r\ncontent-type: application/octet-stream');
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/1.0/ads/multimedia/upload',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${token}` },
    payload: Buffer.concat([Buffer.from(texts.join('') + head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  const body = JSON.parse(withoutUploadKeys(response.body)) as {
    data: { id: string; url: string };
    errors: { field?: string }[];
  };
  return { status: response.statusCode, body };
}

/** A picture with red, green, blue and yellow quarters. */
export function quarters(width: number, height: number): Promise<Buffer> {
  const half = { width: width / 2, height: height / 2, channels: 3 as const };
  const tile = (background: string, left: number, top: number) => ({
    input: { create: { ...half, background } },
    left: left * half.width,
    top: top * half.height,
  });
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([tile('#f00', 0, 0), tile('#0f0', 1, 0), tile('#00f', 0, 1), tile('#ff0', 1, 1)])
    .png()
    .toBuffer();
}

/** The header of an MP4 file. */
export function bmff(brand: string): Buffer {
  return makeMp4(1000, { brand, fill: (size) => Buffer.alloc(size) });
}
