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
import type { Kind } from './mix.ts';

const samples = 40;

/**
 * The bare server for the same mix: the statements of each kind of request are recorded a few times and sent again by
 * Fastify and the driver alone. A sign-in also checks a hash of the same cost.
 */
export async function startFloor(
  recorder: Recorder,
  kinds: readonly Kind[],
  { folder, databaseUrl }: { folder: string; databaseUrl: string },
): Promise<Child & { next: () => PlannedRequest }> {
  const scripts: Script[][] = [];
  for (const { make } of kinds) {
    const ofKind: Script[] = [];
    for (let n = 0; n < samples; n += 1) ofKind.push(await recorder.record(make(), 'once'));
    scripts.push(ofKind);
  }
  const file = join(folder, 'mix.json');
  writeFileSync(file, JSON.stringify(scripts));
  const port = await freePort();
  const program = new URL('../floor.ts', import.meta.url).pathname;
  const floor = await startChild(program, [String(port), databaseUrl, file, await hash(password, hashCost), password], port);
  const random = randomFrom(3);
  const every = kinds.flatMap(({ share }, index) => Array.from({ length: share }, () => index));
  return {
    ...floor,
    next: () => {
      const index = random.pick(every);
      const kind = kinds[index]?.name ?? '';
      const path = `${kind === 'log-in' ? '/hashed' : ''}/${index}/${random.int(0, samples - 1)}`;
      return { kind, request: { method: 'GET', path, headers: {} } };
    },
  };
}
