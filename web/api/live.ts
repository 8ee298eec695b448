import type { Outputs } from './trpc.ts';
import { trpcClient } from './trpc.ts';

type LiveEvent = Extract<Outputs['jobs']['live'], AsyncIterable<unknown>> extends AsyncIterable<infer Message> ? Message : never;
export type Listener = { onNews: (news: LiveEvent) => void; onStarted?: () => void };

const listeners = new Set<Listener>();
let stream: { unsubscribe: () => void } | null = null;

/**
 * Passes the company's live events to all listeners on this page. They share one connection, because browsers limit the
 * connections to one server. Returns a function that stops listening.
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
