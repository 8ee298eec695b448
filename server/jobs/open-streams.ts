import { AppError } from '#server/errors.ts';

/** Live streams of one person on this node: more than a person has screens, too few to use up the connections of the node. */
const mostStreams = 50;

/** Counts a new stream of the person until it is aborted or the returned function is called. @throws too_many */
export function countStream(streams: Map<string, number>, userId: string, signal: AbortSignal): () => void {
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
