import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { randomFrom } from '#server/demo/vocabulary.ts';
import { hashCost } from '#server/session/hash-cost.ts';
import { type Child, startChild } from '#tests/bench/child.ts';
import { password } from '#tests/bench/data.ts';
import type { Recorder, Script } from '#tests/bench/record.ts';
import { freePort } from '#tests/helpers/server.ts';
import type { PlannedRequest } from './client.ts';
import type { RequestKind } from './mix.ts';

const samplesPerKind = 40;

/**
 * Starts the bare server for the same mix. Samples of each kind of request are recorded, and the bare server sends their
 * statements again with nothing but Fastify and the driver. For a sign-in, it also checks a password hash of the same cost.
 */
export async function startFloor(
  recorder: Recorder,
  kinds: readonly RequestKind[],
  { folder, databaseUrl }: { folder: string; databaseUrl: string },
): Promise<Child & { next: () => PlannedRequest }> {
  const scripts: Script[][] = [];
  for (const { makeRequest: make } of kinds) {
    const kindScripts: Script[] = [];
    for (let n = 0; n < samplesPerKind; n += 1) kindScripts.push(await recorder.record(make(), 'once'));
    scripts.push(kindScripts);
  }
  const file = join(folder, 'mix.json');
  writeFileSync(file, JSON.stringify(scripts));
  const port = await freePort();
  const program = new URL('../floor.ts', import.meta.url).pathname;
  const floor = await startChild(program, [String(port), databaseUrl, file, await hash(password, hashCost), password], port);
  const random = randomFrom(3);
  const weightedIndexes = kinds.flatMap(({ share }, index) => Array.from({ length: share }, () => index));
  return {
    ...floor,
    next: () => {
      const index = random.pick(weightedIndexes);
      const kind = kinds[index]?.name ?? '';
      const path = `${kind === 'log-in' ? '/hashed' : ''}/${index}/${random.int(0, samplesPerKind - 1)}`;
      return { kind, request: { method: 'GET', path, headers: {} } };
    },
  };
}
