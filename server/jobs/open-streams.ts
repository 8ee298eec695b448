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

/** @throws too_many */
export function assertFewStreams(events: Events, userId: string): void {
  if ((streamsOf(events).get(userId) ?? 0) >= mostStreams)
    throw new AppError('too_many', 'Too many screens are open. Close some of them.', { retryAfter: 60 });
}

/** Counts a stream that begins; what is returned takes it off again. */
export function countStream(events: Events, userId: string): () => void {
  const streams = streamsOf(events);
  streams.set(userId, (streams.get(userId) ?? 0) + 1);
  return () => {
    const left = (streams.get(userId) ?? 1) - 1;
    if (left > 0) streams.set(userId, left);
    else streams.delete(userId);
  };
}
