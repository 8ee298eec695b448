import { Agent, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Request } from '#tests/bench/targets.ts';

/** One request of the mix and its name in the report. */
export type PlannedRequest = { kind: string; request: Request };
/**
 * The response to a request. `dueSeconds` is when the request was due, counted from the start, and `ms` is the time from then
 * to the response. `status` is 0 if there was no response. `createdId` is the id of a record that the server created.
 */
export type Answer = { kind: string; dueSeconds: number; ms: number; status: number; createdId?: string };

type SendOptions = { url: string; next: () => PlannedRequest; seconds: number };

/** The maximum number of open requests. With more, real users would have given up waiting. */
const maxOpenRequests = 2000;
const timeoutMs = 20_000;

/**
 * Sends requests at a steady rate, whether or not responses arrive. Times count from when a request was due, because a
 * stalled server delays the later requests too. Requests above the maximum are not sent and count as unanswered.
 */
export async function sendAtPace({ url, next, seconds, pace }: SendOptions & { pace: number }): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: maxOpenRequests });
  const answers: Answer[] = [];
  const openRequests = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let requestIndex = 0; requestIndex < pace * seconds; requestIndex += 1) {
    const dueMs = (requestIndex / pace) * 1000;
    const waitMs = dueMs - (performance.now() - startedAt);
    if (waitMs > 1) await setTimeout(waitMs);
    const { kind, request } = next();
    if (openRequests.size >= maxOpenRequests) {
      answers.push({ kind, dueSeconds: dueMs / 1000, ms: timeoutMs, status: 0 });
      continue;
    }
    const pending = sendRequest(agent, url, request).then((outcome) => {
      answers.push({ kind, dueSeconds: dueMs / 1000, ms: performance.now() - startedAt - dueMs, ...outcome });
      openRequests.delete(pending);
    });
    openRequests.add(pending);
  }
  await Promise.all(openRequests);
  agent.destroy();
  return answers;
}

/** Sends a new request on each connection as soon as the previous one is answered. */
export async function sendAtMaximum({
  url,
  next,
  seconds,
  connections,
}: SendOptions & { connections: number }): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers: Answer[] = [];
  const startedAt = performance.now();
  const worker = async () => {
    for (;;) {
      const sentAt = performance.now();
      if (sentAt - startedAt > seconds * 1000) return;
      const { kind, request } = next();
      const outcome = await sendRequest(agent, url, request);
      answers.push({ kind, dueSeconds: (sentAt - startedAt) / 1000, ms: performance.now() - sentAt, ...outcome });
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return answers;
}

function sendRequest(
  agent: Agent,
  url: string,
  { method, path, headers, body }: Request,
): Promise<Pick<Answer, 'status' | 'createdId'>> {
  return new Promise((resolve) => {
    const resolveUnanswered = () => resolve({ status: 0 });
    const outgoing = send(url + path, { agent, method, headers, signal: AbortSignal.timeout(timeoutMs) }, (answer) => {
      const status = answer.statusCode ?? 0;
      answer.on('error', resolveUnanswered);
      if (status === 201) return void text(answer).then((body) => resolve({ status, ...findCreatedId(body) }), resolveUnanswered);
      answer.resume();
      answer.on('end', () => resolve({ status }));
    });
    outgoing.on('error', resolveUnanswered);
    outgoing.end(body);
  });
}

function findCreatedId(answerBody: string): { createdId?: string } {
  const id = /"id":"([^"]+)"/.exec(answerBody)?.[1];
  return id ? { createdId: id } : {};
}
