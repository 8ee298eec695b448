import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { tripKey } from '#web/session.ts';

/** Whom the admin acts as, kept beside the tokens so that every tab and every reload knows (`spec: access §3`). */
const tripSchema = z.object({
  companyId: z.string(),
  companyName: z.string(),
  userId: z.string(),
  userName: z.string(),
  reason: z.string(),
  /** By this browser's clock, so that a wrong one still counts 600 seconds. */
  endsAt: z.number(),
});
export type Trip = z.infer<typeof tripSchema>;

let known: { text: string | null; trip: Trip | null } = { text: null, trip: null };
const watchers = new Set<() => void>();

export function readTrip(): Trip | null {
  const text = localStorage.getItem(tripKey);
  if (text !== known.text) known = { text, trip: parse(text) };
  return known.trip;
}

function parse(text: string | null): Trip | null {
  try {
    return text === null ? null : tripSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function keepTrip(trip: Trip): void {
  localStorage.setItem(tripKey, JSON.stringify(trip));
  for (const watcher of watchers) watcher();
}

/** The server knows the impersonation no more: what is left of the countdown is void. */
export function endTrip(): void {
  const trip = readTrip();
  if (trip && trip.endsAt > Date.now()) keepTrip({ ...trip, endsAt: Date.now() });
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  window.addEventListener('storage', watcher);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener('storage', watcher);
  };
}

/** Follows what this tab and the others do. */
export function useTrip(): Trip | null {
  return useSyncExternalStore(watch, readTrip);
}
