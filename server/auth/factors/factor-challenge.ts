import { challengeMinutes } from '#shared/accounts/sign-in.ts';
import type { LoginRequest } from '#shared/accounts/auth.ts';
import { text } from '#shared/texts/texts.ts';
import { AppError } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { Client } from '#server/session/sessions.ts';
import { readTicket, signTicket, type Ticket } from '#server/session/tickets.ts';
import { factorsToAsk } from './check-factor.ts';

/** What the first step of a sign-in asked for. It is done only after the second step. */
export type FirstStep = Pick<LoginRequest, 'deviceId' | 'createRole' | 'tnTermsAccepted'>;
type Account = { id: string; sessionVersion: number };
type Kind = Pick<Client, 'kind'>;

export const stepExpired = (): AppError => new AppError('unauthenticated', text('errors.signInStepExpired'));

/**
 * The error that asks for the second factor. Its ticket completes this one sign-in of this account and opens nothing else,
 * and it ends with the account's sessions, such as for a new password (`docs/product/access.md#second-factor`).
 */
export async function secondFactorRequired(
  services: Services,
  { id, sessionVersion }: Account,
  { deviceId, createRole, tnTermsAccepted }: FirstStep,
  { kind }: Kind,
): Promise<AppError> {
  const claims = { sv: sessionVersion, kind, deviceId, createRole, tnTermsAccepted };
  const ticket = await signTicket(services.keys, { purpose: 'sign-in', subject: id, minutes: challengeMinutes, claims });
  const challenge = { token: ticket.token, ...(await factorsToAsk(services, id, ticket)) };
  return new AppError('second_factor_required', text('errors.secondFactorRequired'), { challenge });
}

type Challenge = { ticket: Ticket; userId: string; sessionVersion: number; first: FirstStep };

/** @throws unauthenticated for a challenge that is not ours, has expired, or was given to the web and comes from REST */
export async function readChallenge({ keys }: Services, token: string, { kind }: Kind): Promise<Challenge> {
  const ticket = await readTicket(keys, 'sign-in', token);
  if (!ticket || ticket.claims['kind'] !== kind) throw stepExpired();
  const { sv, deviceId, createRole, tnTermsAccepted } = ticket.claims;
  const first = {
    deviceId: typeof deviceId === 'string' ? deviceId : '',
    createRole: createRole === true,
    tnTermsAccepted: tnTermsAccepted === true,
  };
  return { ticket, userId: ticket.subject, sessionVersion: Number(sv), first };
}
