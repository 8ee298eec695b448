import { Agent, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Request } from '#tests/bench/targets.ts';

/** One request of the mix and its name in the report. */
export type PlannedRequest = { kind: string; request: Request };
/**
 * An answer: the seconds after the start at which its request was due, the milliseconds from then on, and its status, or 0
 * for no answer. `made` is the id of what was created and confirmed.
 */
export type Answer = { kind: string; at: number; ms: number; status: number; made?: string };

type Order = { url: string; next: () => PlannedRequest; seconds: number };

/** The maximum number of open requests. Anyone waiting behind that many would have given up. */
const maxOpen = 2000;
const patienceMs = 20_000;

/**
 * Sends requests at a steady rate whether or not answers arrive, as people do. Times count from when a request was due, so
 * that a stalled server is charged for the requests it delayed. Requests that can no longer be sent count as unanswered.
 */
export async function sendAtPace({ url, next, seconds, pace }: Order & { pace: number }): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: maxOpen });
  const answers: Answer[] = [];
  const open = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let turn = 0; turn < pace * seconds; turn += 1) {
    const due = (turn / pace) * 1000;
    const early = due - (performance.now() - startedAt);
    if (early > 1) await setTimeout(early);
    const { kind, request } = next();
    if (open.size >= maxOpen) {
      answers.push({ kind, at: due / 1000, ms: patienceMs, status: 0 });
      continue;
    }
    const asking = ask(agent, url, request).then((answered) => {
      answers.push({ kind, at: due / 1000, ms: performance.now() - startedAt - due, ...answered });
      open.delete(asking);
    });
    open.add(asking);
  }
  await Promise.all(open);
  agent.destroy();
  return answers;
}

/** Sends requests as fast as they are answered. */
export async function sendAtMaximum({ url, next, seconds, connections }: Order & { connections: number }): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers: Answer[] = [];
  const startedAt = performance.now();
  const worker = async () => {
    for (;;) {
      const from = performance.now();
      if (from - startedAt > seconds * 1000) return;
      const { kind, request } = next();
      const answered = await ask(agent, url, request);
      answers.push({ kind, at: (from - startedAt) / 1000, ms: performance.now() - from, ...answered });
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return answers;
}

function ask(agent: Agent, url: string, { method, path, headers, body }: Request): Promise<Pick<Answer, 'status' | 'made'>> {
  return new Promise((resolve) => {
    const resolveUnanswered = () => resolve({ status: 0 });
    const outgoing = send(url + path, { agent, method, headers, signal: AbortSignal.timeout(patienceMs) }, (answer) => {
      const status = answer.statusCode ?? 0;
      answer.on('error', resolveUnanswered);
      if (status === 201) return void text(answer).then((said) => resolve({ status, ...createdIdIn(said) }), resolveUnanswered);
      answer.resume();
      answer.on('end', () => resolve({ status }));
    });
    outgoing.on('error', resolveUnanswered);
    outgoing.end(body);
  });
}

function createdIdIn(answerBody: string): { made?: string } {
  const id = /"id":"([^"]+)"/.exec(answerBody)?.[1];
  return id ? { made: id } : {};
}
