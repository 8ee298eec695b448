import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { tripKey } from './session.ts';

/** The impersonated person. It is stored next to the tokens, so that every tab and every reload reads the same. */
const tripSchema = z.object({
  companyId: z.string(),
  companyName: z.string(),
  userId: z.string(),
  userName: z.string(),
  reason: z.string(),
  /** By this browser's clock, so that a wrong clock still counts 600 seconds. */
  endsAt: z.number(),
});
export type Trip = z.infer<typeof tripSchema>;

let lastRead: { text: string | null; trip: Trip | null } = { text: null, trip: null };
const watchers = new Set<() => void>();

export function readTrip(): Trip | null {
  const text = localStorage.getItem(tripKey);
  if (text !== lastRead.text) lastRead = { text, trip: parse(text) };
  return lastRead.trip;
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

/** Ends the countdown, because the server has ended the impersonation. */
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

/** This browser's impersonation, updated when this or another tab changes it. */
export function useTrip(): Trip | null {
  return useSyncExternalStore(watch, readTrip);
}
