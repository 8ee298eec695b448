import { sampleMp4 } from '#tests/helpers/videos.ts';
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, openAsBlob, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { demoPassword } from '#server/demo/vocabulary.ts';
import { mb } from '#shared/uploads.ts';
import { freePort, startServer } from '#tests/helpers/server.ts';
import { UploadRefusedError, type Send, uploadFile } from '#web/uploads/upload-file.ts';
import { memoryOf } from './memory.ts';

/**
 * `node tests/bench/upload.ts`: uploads a 600 MB video with the client's own code in parallel parts with three forced
 * failures, and compares it with a bare stream of the same bytes to the same disk. Exits with 1 if a limit is missed: the
 * file is equal, the server's memory grows by at most 150 MB, and the speed is at least 0.6 of the bare one.
 */
const { values } = parseArgs({ options: { mb: { type: 'string', default: '600' }, rounds: { type: 'string', default: '3' } } });
const bytes = Number(values.mb) * mb;
const say = (text: string) => process.stdout.write(`${text}\n`);

/** Writes the request to a file and answers once it is on disk. */
const bareServer = `
  import { createServer } from 'node:http';
  import { createWriteStream } from 'node:fs';
  import { open, rm } from 'node:fs/promises';
  import { pipeline } from 'node:stream/promises';
  const [port, path] = process.argv.slice(1);
  createServer(async (request, response) => {
    if (request.method === 'POST') {
      await pipeline(request, createWriteStream(path));
      const file = await open(path, 'r');
      await file.sync();
      await file.close();
      await rm(path);
    }
    response.end('ok');
  }).listen(Number(port), '127.0.0.1', () => process.stdout.write('listening'));
`;

const server = await startServer({ env: { DEMO: 'on', WORKER: 'off', LOG_LEVEL: 'error' } });
const source = join(server.dataDir, 'source.mp4');
await writeFilm(source);
const port = await freePort();
const args = ['--input-type=module', '-e', bareServer, String(port), join(server.dataDir, 'bare.bin')];
const bare = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
await once(bare.stdout, 'data');

const token = await signIn();
const expectedHash = await hashOf(createReadStream(source));
const idleMb = memoryOf(server.child.pid ?? 0);
let peak = idleMb;
const watch = setInterval(() => (peak = Math.max(peak, memoryOf(server.child.pid ?? 0))), 25);
const found: { bare: number; ours: number }[] = [];
let isEqual = true;
for (let round = 0; round < Number(values.rounds); round += 1) {
  const bareSeconds = await timed(async () => {
    await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: await openAsBlob(source) });
  });
  let url = '';
  const ourSeconds = await timed(async () => {
    url = await upload();
  });
  const { body } = await fetch(server.url + url);
  isEqual &&= body !== null && (await hashOf(body)) === expectedHash;
  found.push({ bare: bytes / mb / bareSeconds, ours: bytes / mb / ourSeconds });
  say(`Round ${round + 1}: bare ${found[round]?.bare.toFixed(0)} MB/s, ours ${found[round]?.ours.toFixed(0)} MB/s`);
}
clearInterval(watch);
bare.kill();
await server.stop();
rmSync(server.dataDir, { recursive: true, force: true });

const ratios = found.map(({ bare: floor, ours }) => ours / floor).sort((a, b) => a - b);
const ratio = ratios[Math.floor(ratios.length / 2)] ?? 0;
const over = (peak - idleMb) / mb;
say(`The file is ${isEqual ? 'equal' : 'NOT equal'}`);
say(`Memory: ${(idleMb / mb).toFixed(0)} MB idle, ${(peak / mb).toFixed(0)} MB at most: ${over.toFixed(0)} MB over (150)`);
say(`Speed: ${ratio.toFixed(2)} of the bare stream, median (0.6)`);
process.exitCode = isEqual && over <= 150 && ratio >= 0.6 ? 0 : 1;

/** Random bytes after the header of a video. */
async function writeFilm(path: string): Promise<void> {
  const file = await open(path, 'w');
  const start = sampleMp4(mb);
  // The pictures reach to the end of the file.
  start.writeUInt32BE(0, start.indexOf('mdat') - 4);
  await file.write(start);
  for (let written = mb; written < bytes; written += mb) await file.write(randomBytes(mb));
  await file.sync();
  await file.close();
}

async function upload(): Promise<string> {
  const failures = new Map<string, 'before' | 'on the way' | 'after'>([
    ['3', 'before'],
    ['10', 'on the way'],
    ['20', 'after'],
  ]);
  const send: Send = async (form, { signal, onSent }) => {
    const part = String(form.get('part_number') as string | null);
    const failure = failures.get(part);
    failures.delete(part);
    if (failure === 'before') throw new TypeError('No connection');
    const cut = failure === 'on the way' ? AbortSignal.any([signal, AbortSignal.timeout(20)]) : signal;
    const response = await fetch(`${server.url}/api/1.0/jobs/multimedia/upload`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
      signal: cut,
    });
    const answer = (await response.json()) as { data: never; message: string };
    if (!response.ok) throw new UploadRefusedError(response.status, answer.message);
    if (failure === 'after') throw new TypeError('The answer was lost');
    const content = form.get('file');
    onSent(content instanceof Blob ? content.size : 0);
    return answer.data;
  };
  let stored: ReturnType<Parameters<typeof uploadFile>[1]['memory']['read']> = null;
  const memory = { read: () => stored, write: (one: typeof stored) => void (stored = one), clear: () => void (stored = null) };
  const file = new File([await openAsBlob(source)], 'film.mp4', { type: 'video/mp4' });
  const { signal } = new AbortController();
  const { url } = await uploadFile(file, { send, memory, signal, onProgress: () => undefined, pauseMs: 0 });
  return url;
}

async function signIn(): Promise<string> {
  const body = { email: 'companyadmin@demo.example', password: demoPassword, device_id: 'bench-device', role: 'employer' };
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/api/1.0/auth/login`, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await answer.json()) as { data: { accessToken: string } }).data.accessToken;
}

async function timed(act: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await act();
  return (performance.now() - started) / 1000;
}

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}
