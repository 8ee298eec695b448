import type { Outputs } from './trpc.ts';
import { trpcClient } from './trpc.ts';

type News = Extract<Outputs['jobs']['live'], AsyncIterable<unknown>> extends AsyncIterable<infer One> ? One : never;
export type Listener = { onNews: (news: News) => void; onStarted?: () => void };

const listeners = new Set<Listener>();
let stream: { unsubscribe: () => void } | null = null;

/**
 * What changes in the company, told to whoever listens on this page: one connection for all of them, because a browser
 * opens few to one server. Answers how to stop.
 */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  stream ??= trpcClient.jobs.live.subscribe(undefined, {
    onStarted: () => listeners.forEach((one) => one.onStarted?.()),
    onData: (news) => listeners.forEach((one) => one.onNews(news)),
  });
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stream?.unsubscribe();
    stream = null;
  };
}
