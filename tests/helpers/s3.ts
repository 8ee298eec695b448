import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '#server/media/s3-store.ts';
import { freePort } from './server.ts';

/** Starts s3rver, an open-source S3 server, with an empty bucket in a folder. */
export async function startS3(directory: string): Promise<{ settings: S3Settings; close: () => Promise<void> }> {
  const port = await freePort();
  const configureBuckets = [{ name: 'media', configs: [] }];
  const server = new S3rver({ address: '127.0.0.1', port, directory, silent: true, vhostBuckets: false, configureBuckets });
  await server.run();
  const settings = { url: `http://127.0.0.1:${port}`, bucket: 'media', key: 'S3RVER', secret: 'S3RVER' };
  return { settings, close: () => server.close() };
}

export type FakeAnswer = { status: number; body?: string; headers?: Record<string, string> };

/** Starts a fake S3 server that returns the test's responses, for cases that s3rver cannot produce, such as errors. */
export async function startFakeS3(answer: (method: string, url: URL, body: string) => FakeAnswer) {
  const requests: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    void text(request).then((body) => {
      const url = new URL(request.url ?? '/', 'http://s3.test');
      requests.push(`${request.method} ${url.pathname}${url.search}`);
      const { status, headers = {}, body: content = '' } = answer(request.method ?? '', url, body);
      response.writeHead(status, headers).end(content);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const settings = { url: `http://127.0.0.1:${address.port}`, bucket: 'media', key: 'a-key', secret: 'a-secret' };
  return { settings, requests, close: () => void server.close() };
}
