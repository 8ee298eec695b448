import { Agent, request as send } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { LoadOptions, LoadResult } from './load.ts';
import { percentile } from './numbers.ts';
import type { Request } from './targets.ts';

/**
 * A small load client for machines without wrk, and for measurements at a steady rate. `pace` limits the requests per
 * second of all connections together.
 */
export async function loadWithNode({
  url,
  requests,
  connections,
  seconds,
  pace,
}: LoadOptions & { pace?: number }): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const startedAt = performance.now();
  const deadline = startedAt + seconds * 1000;
  const latencies: number[] = [];
  let errors = 0;
  let requestIndex = 0;
  const worker = async () => {
    while (performance.now() < deadline) {
      const dueAt = pace ? startedAt + (requestIndex / pace) * 1000 : 0;
      const request = requests[requestIndex % requests.length];
      requestIndex += 1;
      if (!request) return;
      if (dueAt > performance.now()) await setTimeout(dueAt - performance.now());
      const sentAt = performance.now();
      if (await sendRequest(agent, url, request)) latencies.push(performance.now() - sentAt);
      else errors += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  return { rate: latencies.length / elapsedSeconds, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), errors };
}

function sendRequest(agent: Agent, url: string, { method, path, headers, body }: Request): Promise<boolean> {
  return new Promise((resolve) => {
    const outgoing = send(url + path, { agent, method, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve((answer.statusCode ?? 500) < 300));
      answer.on('error', () => resolve(false));
    });
    outgoing.on('error', () => resolve(false));
    outgoing.end(body);
  });
}
