import * as z from 'zod/mini';
import { stored } from '#web/browser/stored.ts';
import { expireSession, impersonationKey, isImpersonating } from './session.ts';

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

const store = stored(impersonationKey, impersonationSchema);

export const readImpersonation = () => store.read();
export const storeImpersonation = (impersonation: ImpersonationState) => store.write(impersonation);
/** This browser's impersonation, updated when this or another tab changes it. */
export const useImpersonation = () => store.useValue();

/** After the server has ended the session: opens sign-in or, while impersonating, ends the countdown, so that Renew is offered. */
export function handleEndedSession(): void {
  if (!isImpersonating()) return expireSession();
  const impersonation = readImpersonation();
  if (impersonation && impersonation.endsAt > Date.now()) storeImpersonation({ ...impersonation, endsAt: Date.now() });
}
