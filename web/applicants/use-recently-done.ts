import { useState } from 'react';
import type { FollowUp } from './follow-up-queries.ts';

const compare = (one: FollowUp, other: FollowUp) => one.dueOn.localeCompare(other.dueOn) || one.id.localeCompare(other.id);

/**
 * Keeps follow-ups that were completed on this screen in their place, although they are no longer in the list, so that a mistake
 * can be undone.
 */
export function useRecentlyDone(listed: readonly FollowUp[]) {
  const [done, setDone] = useState<readonly FollowUp[]>([]);
  const isDone = ({ id }: FollowUp) => done.some((one) => one.id === id);
  const forget = (id: string) => setDone((earlier) => earlier.filter((one) => one.id !== id));
  const remember = (followUp: FollowUp) =>
    setDone((earlier) => [...earlier.filter(({ id }) => id !== followUp.id), { ...followUp, doneAt: new Date().toISOString() }]);
  const shown = done.length === 0 ? listed : [...listed.filter((one) => !isDone(one)), ...done].toSorted(compare);
  return { shown, remember, forget };
}
