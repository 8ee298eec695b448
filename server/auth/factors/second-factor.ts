import { eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { findForLogin, finishLogin } from '#server/auth/sign-in/login.ts';
import { invalid } from '#server/errors.ts';
import { toAddressKey, countHit } from '#server/limits/throttle.ts';
import type { Services } from '#server/services.ts';
import { type Client, accountChanged } from '#server/session/sessions.ts';
import { deriveChallenge, readTicket, signTicket, redeemTicket } from '#server/session/tickets.ts';
import type { LoginAnswer } from '#shared/accounts/auth.ts';
import type { PasskeyLogin, SecondFactorRequest } from '#shared/accounts/factors.ts';
import { challengeMinutes } from '#shared/accounts/sign-in.ts';
import { text } from '#shared/texts/texts.ts';
import { checkFactor, readChallenge, stepExpired } from './check-factor.ts';
import { findPasskey, passkeyRequest, acceptPasskey } from './passkeys.ts';

type RequestSource = Omit<Client, 'deviceId'>;

/** Completes a sign-in with the second factor (`docs/product/access.md#second-factor`). */
export async function answerSecondFactor(
  services: Services,
  { challenge, ...submittedFactor }: SecondFactorRequest,
  client: RequestSource,
): Promise<LoginAnswer> {
  const { ticket, userId, sessionVersion, signInRequest } = await readChallenge(services, challenge, client);
  const account = await findAccount(services, userId, { ip: client.ip, deviceId: signInRequest.deviceId });
  if (!account || account.sessionVersion !== sessionVersion) throw stepExpired();
  await checkFactor(services, account, submittedFactor, ticket, client);
  return finishLogin(services, account, signInRequest, client);
}

async function findAccount({ db }: Services, id: string, origin: { ip: string; deviceId: string }) {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, id));
  const account = row && (await findForLogin(db, row.email, origin));
  return account?.id === id ? account : undefined;
}

const perAddress = { maxHits: 120, windowSeconds: 60 * 60 };

/** Starts a sign-in with a passkey alone. The browser shows the person's passkeys of this site. */
export async function startPasskeyLogin({ db, keys, settings }: Services, ip: string) {
  await countHit(db, { bucket: 'passkey_login', key: toAddressKey(ip) }, perAddress);
  const ticket = await signTicket(keys, { purpose: 'passkey-sign-in', subject: '', minutes: challengeMinutes });
  const passkey = passkeyRequest(settings, { challenge: deriveChallenge(ticket), passkeys: [], isOnlyFactor: true });
  return { ticket: ticket.token, passkey };
}

/**
 * Signs in with a passkey alone. It counts as two factors: the device has the passkey, and the device checked the person's
 * PIN or fingerprint.
 */
export async function passkeyLogin(services: Services, request: PasskeyLogin, client: RequestSource): Promise<LoginAnswer> {
  const { db, keys, settings } = services;
  await countHit(db, { bucket: 'passkey_login', key: toAddressKey(client.ip) }, perAddress);
  const ticket = await readTicket(keys, 'passkey-sign-in', request.ticket);
  if (!ticket || !(await redeemTicket(db, ticket))) throw stepExpired();
  const { passkey: answer, deviceId, tnTermsAccepted } = request;
  const storedPasskey = await findPasskey(db, answer.id);
  const proof = { answer, challenge: deriveChallenge(ticket), isOnlyFactor: true };
  if (!storedPasskey || !(await acceptPasskey(db, settings, storedPasskey, proof)))
    throw invalid('passkey', text('errors.passkeyWrong'));
  const account = await findAccount(services, storedPasskey.userId, { ip: client.ip, deviceId });
  if (!account) throw accountChanged();
  return finishLogin(services, account, { deviceId, createRole: false, tnTermsAccepted, providerCompanyId: null }, client);
}
