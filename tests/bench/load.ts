import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadWithNode } from './load-with-node.ts';
import type { Request } from './targets.ts';

export type LoadOptions = { url: string; requests: Request[]; connections: number; seconds: number };
/** Responses per second, response times in milliseconds, and the number of missing or non-2xx responses. */
export type LoadResult = { rate: number; p50: number; p99: number; errors: number };

const hasWrk = spawnSync('wrk', ['--version']).error === undefined;
export const loadTool = hasWrk ? 'wrk' : 'the built-in client';

/** Sends the requests in turn on every connection, each as soon as the previous one is answered. */
export function load(folder: string, options: LoadOptions): Promise<LoadResult> {
  return hasWrk ? loadWithWrk(folder, options) : loadWithNode(options);
}

async function loadWithWrk(folder: string, { url, requests, connections, seconds }: LoadOptions): Promise<LoadResult> {
  const file = join(folder, 'load.lua');
  writeFileSync(file, buildLuaScript(requests));
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', file, url];
  const { stdout } = await promisify(execFile)('wrk', args);
  const line = stdout.split('\n').find((one) => one.startsWith('{'));
  if (!line) throw new Error(`wrk said: ${stdout}`);
  const { requests: answered, microseconds, p50, p99, errors } = JSON.parse(line) as Record<string, number>;
  return {
    rate: (((answered ?? 0) - (errors ?? 0)) / (microseconds || 1)) * 1e6,
    p50: (p50 ?? 0) / 1000,
    p99: (p99 ?? 0) / 1000,
    errors: errors ?? 0,
  };
}

const quoteLua = (text: string) => `"${text.replace(/[\\"]/g, (character) => `\\${character}`)}"`;

function buildLuaScript(requests: readonly Request[]): string {
  const builtRequests = requests.map(({ method, path, headers, body }) => {
    const pairs = Object.entries(headers).map(([name, value]) => `[${quoteLua(name)}]=${quoteLua(value)}`);
    return `  wrk.format(${quoteLua(method)}, ${quoteLua(path)}, {${pairs.join(', ')}}, ${body === undefined ? 'nil' : quoteLua(body)})`;
  });
  return `local made, at
function init() made = {
${builtRequests.join(',\n')}
} at = 0 end
function request() at = at % #made + 1 return made[at] end
function done(summary, latency)
  local e = summary.errors
  print(string.format('{"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"errors":%d}', summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), e.status + e.connect + e.read + e.write + e.timeout))
end
`;
}
