import { Agent, request as send } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { LoadOptions, Measured } from './load.ts';
import { percentile } from './numbers.ts';
import type { Request } from './targets.ts';

/**
 * A small load client for machines without wrk, and for a steady rate. `pace` limits the requests per second of all
 * connections together.
 */
export async function loadWithNode({
  url,
  requests,
  connections,
  seconds,
  pace,
}: LoadOptions & { pace?: number }): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const started = performance.now();
  const until = started + seconds * 1000;
  const latencies: number[] = [];
  let errors = 0;
  let turn = 0;
  const worker = async () => {
    while (performance.now() < until) {
      const due = pace ? started + (turn / pace) * 1000 : 0;
      const request = requests[turn % requests.length];
      turn += 1;
      if (!request) return;
      if (due > performance.now()) await setTimeout(due - performance.now());
      const from = performance.now();
      if (await ask(agent, url, request)) latencies.push(performance.now() - from);
      else errors += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  const passed = (performance.now() - started) / 1000;
  return { rate: latencies.length / passed, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), errors };
}

function ask(agent: Agent, url: string, { method, path, headers, body }: Request): Promise<boolean> {
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
