import type { Events } from '#server/db/notify.ts';
import { AppError } from '#server/errors.ts';

/** Live streams of one person on this node: more than anybody has screens, few enough for nobody to use up its connections. */
const mostStreams = 50;

const ofEvents = new WeakMap<Events, Map<string, number>>();

function streamsOf(events: Events): Map<string, number> {
  const known = ofEvents.get(events) ?? new Map<string, number>();
  ofEvents.set(events, known);
  return known;
}

/** Counts a stream that begins until it is aborted or what is returned is called. @throws too_many */
export function countStream(events: Events, userId: string, signal: AbortSignal): () => void {
  const streams = streamsOf(events);
  const open = streams.get(userId) ?? 0;
  if (open >= mostStreams)
    throw new AppError('too_many', 'Too many tabs are open. Close some and try again.', { retryAfter: 60 });
  streams.set(userId, open + 1);
  const end = once(() => {
    const left = (streams.get(userId) ?? 1) - 1;
    if (left > 0) streams.set(userId, left);
    else streams.delete(userId);
  });
  signal.addEventListener('abort', end, { once: true });
  return end;
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
