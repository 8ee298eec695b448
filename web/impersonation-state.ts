import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { impersonationKey } from './session.ts';

/** The impersonated person is stored next to the tokens, so that all tabs and reloads have the same state. */
const impersonationSchema = z.object({
  companyId: z.string(),
  companyName: z.string(),
  userId: z.string(),
  userName: z.string(),
  reason: z.string(),
  /** The time by this browser's clock, so the countdown lasts 600 seconds even if the clock is wrong. */
  endsAt: z.number(),
});
export type ImpersonationState = z.infer<typeof impersonationSchema>;

let lastRead: { text: string | null; impersonation: ImpersonationState | null } = { text: null, impersonation: null };
const listeners = new Set<() => void>();

export function readImpersonation(): ImpersonationState | null {
  const text = localStorage.getItem(impersonationKey);
  if (text !== lastRead.text) lastRead = { text, impersonation: parse(text) };
  return lastRead.impersonation;
}

function parse(text: string | null): ImpersonationState | null {
  try {
    return text === null ? null : impersonationSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function storeImpersonation(impersonation: ImpersonationState): void {
  localStorage.setItem(impersonationKey, JSON.stringify(impersonation));
  for (const listener of listeners) listener();
}

/** Ends the countdown, because the server has ended the impersonation. */
export function endImpersonation(): void {
  const impersonation = readImpersonation();
  if (impersonation && impersonation.endsAt > Date.now()) storeImpersonation({ ...impersonation, endsAt: Date.now() });
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** This browser's impersonation, updated when this or another tab changes it. */
export function useImpersonation(): ImpersonationState | null {
  return useSyncExternalStore(watch, readImpersonation);
}
