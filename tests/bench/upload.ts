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
import { makeMp4 } from '#tests/helpers/videos.ts';
import { UploadRefusedError, type Send, uploadFile } from '#web/uploads/upload-file.ts';
import { readMemoryBytes } from './memory.ts';

/**
 * `node tests/bench/upload.ts`: uploads a 600 MB video with the web app's code, in parallel parts and with three forced
 * failures, and compares the speed with a bare stream of the same bytes to the same disk. Exits with 1 unless the stored
 * file is equal, the server's memory grows by at most 150 MB, and the speed is at least 0.6 times that of the bare stream.
 */
const { values } = parseArgs({ options: { mb: { type: 'string', default: '600' }, rounds: { type: 'string', default: '3' } } });
const fileBytes = Number(values.mb) * mb;
const print = (text: string) => process.stdout.write(`${text}\n`);

/** The program of the bare server. It writes the request to a file and responds once the file is on disk. */
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
const sourceFile = join(server.dataDir, 'source.mp4');
await writeVideoFile(sourceFile);
const port = await freePort();
const args = ['--input-type=module', '-e', bareServer, String(port), join(server.dataDir, 'bare.bin')];
const bareProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
await once(bareProcess.stdout, 'data');

const token = await signIn();
const expectedHash = await computeHash(createReadStream(sourceFile));
const idleBytes = readMemoryBytes(server.child.pid ?? 0);
let peakBytes = idleBytes;
const memoryTimer = setInterval(() => (peakBytes = Math.max(peakBytes, readMemoryBytes(server.child.pid ?? 0))), 25);
const results: { bare: number; ours: number }[] = [];
let isEqual = true;
for (let round = 0; round < Number(values.rounds); round += 1) {
  const bareSeconds = await measureSeconds(async () => {
    await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: await openAsBlob(sourceFile) });
  });
  let url = '';
  const ourSeconds = await measureSeconds(async () => {
    url = await upload();
  });
  const { body } = await fetch(server.url + url);
  isEqual &&= body !== null && (await computeHash(body)) === expectedHash;
  results.push({ bare: fileBytes / mb / bareSeconds, ours: fileBytes / mb / ourSeconds });
  print(`Round ${round + 1}: bare ${results[round]?.bare.toFixed(0)} MB/s, ours ${results[round]?.ours.toFixed(0)} MB/s`);
}
clearInterval(memoryTimer);
bareProcess.kill();
await server.stop();
rmSync(server.dataDir, { recursive: true, force: true });

const ratios = results.map(({ bare: floor, ours }) => ours / floor).sort((a, b) => a - b);
const ratio = ratios[Math.floor(ratios.length / 2)] ?? 0;
const growthMb = (peakBytes - idleBytes) / mb;
print(`The file is ${isEqual ? 'equal' : 'NOT equal'}`);
print(
  `Memory: ${(idleBytes / mb).toFixed(0)} MB idle, ${(peakBytes / mb).toFixed(0)} MB at most: ${growthMb.toFixed(0)} MB over (150)`,
);
print(`Speed: ${ratio.toFixed(2)} of the bare stream, median (0.6)`);
process.exitCode = isEqual && growthMb <= 150 && ratio >= 0.6 ? 0 : 1;

/** Creates a file with the header of a video and random bytes. */
async function writeVideoFile(path: string): Promise<void> {
  const file = await open(path, 'w');
  const start = makeMp4(mb);
  // A size of 0 means that the pictures fill the rest of the file.
  start.writeUInt32BE(0, start.indexOf('mdat') - 4);
  await file.write(start);
  for (let written = mb; written < fileBytes; written += mb) await file.write(randomBytes(mb));
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
    const partNumber: unknown = form.get('part_number');
    const part = String(partNumber);
    const failure = failures.get(part);
    failures.delete(part);
    if (failure === 'before') throw new TypeError('No connection');
    const abortSignal = failure === 'on the way' ? AbortSignal.any([signal, AbortSignal.timeout(20)]) : signal;
    const response = await fetch(`${server.url}/api/1.0/jobs/multimedia/upload`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
      signal: abortSignal,
    });
    const answer = (await response.json()) as { data: never; message: string };
    if (!response.ok) throw new UploadRefusedError(response.status, answer.message);
    if (failure === 'after') throw new TypeError('The answer was lost');
    const content = form.get('file');
    onSent(content instanceof Blob ? content.size : 0);
    return answer.data;
  };
  let savedUpload: ReturnType<Parameters<typeof uploadFile>[1]['storage']['read']> = null;
  const storage = {
    read: () => savedUpload,
    write: (newUpload: typeof savedUpload) => void (savedUpload = newUpload),
    clear: () => void (savedUpload = null),
  };
  const file = new File([await openAsBlob(sourceFile)], 'film.mp4', { type: 'video/mp4' });
  const { signal } = new AbortController();
  const { url } = await uploadFile(file, { send, storage, signal, onProgress: () => undefined, pauseMs: 0 });
  return url;
}

async function signIn(): Promise<string> {
  const body = { email: 'companyadmin@demo.example', password: demoPassword, device_id: 'bench-device', role: 'employer' };
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/api/1.0/auth/login`, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await answer.json()) as { data: { accessToken: string } }).data.accessToken;
}

async function measureSeconds(act: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return (performance.now() - startedAt) / 1000;
}

async function computeHash(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}
