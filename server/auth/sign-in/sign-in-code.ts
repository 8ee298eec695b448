import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { signInCodes } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict, invalid } from '#server/errors.ts';
import { countHit, toAddressKey, toEmailKey } from '#server/limits/throttle.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import type { KeySet } from '#server/session/keys.ts';
import { hashLinkToken, makeLinkToken } from '#server/session/one-time-tokens.ts';
import { isOpenTicket } from '#server/session/sign-in-ticket.ts';
import { TextRefusedError } from '#server/sms/port.ts';
import {
  type CheckCodeAnswer,
  type CheckCodeRequest,
  type CodeAddress,
  type RequestCodeInput,
  toCodeAddress,
} from '#shared/accounts/sign-in-code.ts';
import { signInCodeLength, signInCodeMinutes, signInTicketMinutes, lostAnswerMinutes } from '#shared/accounts/sign-in.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { translatorIn } from '#shared/texts/write-text.ts';
import { findOwner, isDeviceOf, mayOpenByText } from './code-owner.ts';

const hour = 60 * 60;
const day = 24 * hour;
const requestsPerNetwork = { maxHits: 300, windowSeconds: hour };
/** Texts cost money, so a caller can send fewer of them to all numbers together, and so can all callers together. */
const textsPerNetwork = { maxHits: 30, windowSeconds: hour };
const textsOfAll = [
  { bucket: 'code_texts', limit: { maxHits: 500, windowSeconds: hour } },
  { bucket: 'code_texts_day', limit: { maxHits: 3000, windowSeconds: day } },
];
/** Counted per email or phone and network address. */
const codesPerCaller = [
  { bucket: 'sign_in_code', limit: { maxHits: 5, windowSeconds: hour } },
  { bucket: 'sign_in_code_day', limit: { maxHits: 15, windowSeconds: day } },
];
/**
 * Counted per email or phone over all network addresses. A device that signed in to the account of the email before is exempt, so
 * that strangers cannot use up the owner's codes.
 */
const codesPerOwner = [
  { bucket: 'sign_in_codes', limit: { maxHits: 10, windowSeconds: hour } },
  { bucket: 'sign_in_codes_day', limit: { maxHits: 30, windowSeconds: day } },
];
const triesPerNetwork = { maxHits: 300, windowSeconds: hour };
/** With the limits above, strangers have a chance below 1 in 4,000 a day to guess a code of one email or phone. */
const triesPerCode = 5;

type RequestSource = { ip: string; language: Language };

const isPhone = (address: CodeAddress) => 'phone' in address;
const throttleKey = (address: CodeAddress) => ('phone' in address ? address.phone : toEmailKey(address.email));

/**
 * Sends a code to sign in or sign up, by email or text message (`docs/product/access.md#codes-by-email`). The answer, its time and
 * the message are the same for an address with and without an account. The code works only together with the ticket of the answer.
 * @throws too_many, conflict if this installation sends no texts, invalid at `phone` if the phone refuses texts, unavailable if the
 * text could not be sent
 */
export async function requestCode(services: Services, input: RequestCodeInput, { ip, language }: RequestSource) {
  const { db, keys, settings } = services;
  const address = toCodeAddress(input);
  if (isPhone(address) && !settings.offersTexts) throw conflict(text('signUp.codesByTextNotOffered'));
  await countHit(db, { bucket: 'code_ask', key: toAddressKey(ip) }, requestsPerNetwork);
  if (isPhone(address)) await countHit(db, { bucket: 'code_text', key: toAddressKey(ip) }, textsPerNetwork);
  const key = throttleKey(address);
  for (const { bucket, limit } of codesPerCaller) await countHit(db, { bucket, key: `${key} ${toAddressKey(ip)}` }, limit);
  if (isPhone(address) || !(await isDeviceOf(db, address, input.deviceId)))
    for (const { bucket, limit } of codesPerOwner) await countHit(db, { bucket, key }, limit);
  if (isPhone(address)) for (const { bucket, limit } of textsOfAll) await countHit(db, { bucket, key: 'all' }, limit);
  const { token: ticket, hash: ticketHash } = makeLinkToken();
  const code = String(randomInt(10 ** signInCodeLength)).padStart(signInCodeLength, '0');
  const id = newId();
  await db.transaction(async (tx) => {
    const expiresAt = minutesFromNow(signInCodeMinutes);
    await tx.insert(signInCodes).values({ id, ...address, ticketHash, codeHash: hashCode(keys, ticketHash, code), expiresAt });
    if ('email' in address) await mail(tx, address.email, 'sign_in_code', { code }, language);
  });
  if ('phone' in address) await sendText(services, { id, phone: address.phone, code, language });
  return { ticket };
}

type CodeText = { id: string; phone: string; code: string; language: Language };

/** The last line lets phones fill in the code on our site only. The person waits for the code, so it is sent at night too. */
async function sendText({ sms, settings }: Services, { id, phone, code, language }: CodeText): Promise<void> {
  const host = new URL(settings.publicUrl).hostname;
  const body = `${translatorIn(language)('notices.codeText', { code, minutes: signInCodeMinutes })}\n\n@${host} #${code}`;
  try {
    await sms.send({ id, to: phone, body, writtenAt: new Date() });
  } catch (error) {
    if (!(error instanceof TextRefusedError)) throw new AppError('unavailable', text('signUp.textNotSent'), { retryAfter: 60 });
    throw invalid('phone', text(error.isStopped ? 'signUp.phoneStoppedTexts' : 'signUp.phoneRefusesTexts'));
  }
}

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60 * 1000);

/** A keyed hash with the ticket, because a plain hash of six digits could be reversed by trying all of them. */
const hashCode = ({ signInCode }: Pick<KeySet, 'signInCode'>, ticketHash: string, code: string): string =>
  createHmac('sha256', signInCode).update(`${ticketHash} ${code}`).digest('hex');

const wrongCode = () => new AppError('invalid', text('errors.signInCodeWrong'), { field: 'code' });

const isSentTo = (address: CodeAddress) =>
  'phone' in address ? eq(signInCodes.phone, address.phone) : eq(signInCodes.email, address.email);

/**
 * Checks a code. Each try is counted before it is checked, so that parallel tries are counted too. The right code proves that
 * the person reads what is sent to the address or phone, so only then is it said whether it has an account. The ticket then works
 * once, to sign in or sign up. Until then the code can be entered again, for a client that lost the answer.
 * @throws invalid at `code` if the code is wrong or has expired, or after too many tries, email_unverified if an account has a
 * similar address
 */
export async function checkCode(
  { db, keys }: Services,
  { ticket, code, deviceId = '', ...addressFields }: CheckCodeRequest,
  ip: string,
): Promise<CheckCodeAnswer> {
  const address = toCodeAddress(addressFields);
  await countHit(db, { bucket: 'code_try', key: toAddressKey(ip) }, triesPerNetwork);
  const ticketHash = hashLinkToken(ticket);
  const [row] = await db
    .update(signInCodes)
    .set({ tries: sql`${signInCodes.tries} + 1` })
    .where(and(isOpenTicket(ticketHash), isSentTo(address), lt(signInCodes.tries, triesPerCode)))
    .returning({ codeHash: signInCodes.codeHash });
  const acceptedHashes = [keys, keys.previous].flatMap((one) => (one ? [hashCode(one, ticketHash, code)] : []));
  if (!row || !acceptedHashes.some((hash) => timingSafeEqual(Buffer.from(hash), Buffer.from(row.codeHash)))) throw wrongCode();
  await db
    .update(signInCodes)
    .set({ provedAt: new Date(), expiresAt: minutesFromNow(signInTicketMinutes) })
    .where(and(isOpenTicket(ticketHash), isNull(signInCodes.provedAt)));
  const owner = await findOwner(db, address);
  const hasAccount = owner !== undefined;
  return {
    hasAccount,
    needsEmail: owner !== undefined && isPhone(address) && !(await mayOpenByText(db, owner, address, deviceId)),
  };
}

/** A texted code is used up at once, because a phone number does not stop a second sign-up. An emailed one ends soon. */
const usedBySignup = () => ({
  usedAt: sql`case when ${signInCodes.phone} is not null then now() end`,
  expiresAt: sql`least(${signInCodes.expiresAt}, ${minutesFromNow(lostAnswerMinutes).toISOString()}::timestamptz)`,
});

/**
 * Uses up a ticket whose code was entered, and returns where the code was sent. Null if the ticket has ended. After a sign-up, the
 * ticket of an emailed code can sign in once more for {@link lostAnswerMinutes}, because a client that lost the answer has no session.
 * It cannot sign up again, because its address has an account then.
 */
export async function redeemTicket(
  tx: Database,
  ticket: string,
  { isSignup = false }: { isSignup?: boolean } = {},
): Promise<CodeAddress | null> {
  const [row] = await tx
    .update(signInCodes)
    .set(isSignup ? usedBySignup() : { usedAt: new Date() })
    .where(and(isOpenTicket(hashLinkToken(ticket)), isNotNull(signInCodes.provedAt)))
    .returning({ email: signInCodes.email, phone: signInCodes.phone });
  return row ? toCodeAddress({ email: row.email ?? undefined, phone: row.phone ?? undefined }) : null;
}
