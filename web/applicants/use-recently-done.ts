import { useState } from 'react';
import type { FollowUp } from './follow-up-queries.ts';

/** `isConfirmed`: the server has marked it as done, and the list was loaded again. */
type Done = { followUp: FollowUp; isConfirmed: boolean };

const compare = (one: FollowUp, other: FollowUp) => one.dueOn.localeCompare(other.dueOn) || one.id.localeCompare(other.id);

/**
 * Keeps follow-ups that were completed on this screen in their place, although they are no longer in the list, so that a mistake
 * can be undone.
 */
export function useRecentlyDone(listed: readonly FollowUp[]) {
  const [done, setDone] = useState<readonly Done[]>([]);
  const isListed = (id: string) => listed.some((one) => one.id === id);
  // One that is in the list although the server marked it as done was opened again by someone else.
  const doneHere = done
    .filter(({ followUp, isConfirmed }) => !isConfirmed || !isListed(followUp.id))
    .map(({ followUp }) => followUp);
  const others = listed.filter(({ id }) => !doneHere.some((one) => one.id === id));
  const forget = (id: string) => setDone((earlier) => earlier.filter(({ followUp }) => followUp.id !== id));
  const remember = (followUp: FollowUp) =>
    setDone((earlier) => [
      ...earlier.filter((one) => one.followUp.id !== followUp.id),
      { followUp: { ...followUp, doneAt: new Date().toISOString() }, isConfirmed: false },
    ]);
  const confirm = (id: string) =>
    setDone((earlier) => earlier.map((one) => (one.followUp.id === id ? { ...one, isConfirmed: true } : one)));
  return { followUps: doneHere.length === 0 ? listed : [...others, ...doneHere].toSorted(compare), remember, confirm, forget };
}

export type RecentlyDone = Omit<ReturnType<typeof useRecentlyDone>, 'followUps'>;
