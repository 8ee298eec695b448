import type { Database } from '#server/db/open.ts';
import {
  addressKey,
  type Bucket,
  countFailure,
  type Delay,
  emailKey,
  forget,
  countersOf,
  tooMany,
} from '#server/session/throttle.ts';

/**
 * Growing delays after wrong passwords (`product: Accounts and sessions`), three ways of counting: by account from one
 * address, by account from anywhere, by address over all accounts. None is a lock: the latter two, which a stranger can
 * drive up, end after a minute at most and do not bind an address that signed in to the account before.
 */
const minute = 60;
const delays = {
  login: { free: 5, forgetSeconds: 30 * minute, mostSeconds: 15 * minute },
  login_account: { free: 20, forgetSeconds: 15 * minute, mostSeconds: minute },
  login_address: { free: 100, forgetSeconds: 15 * minute, mostSeconds: minute },
} satisfies Record<string, Delay>;

export type LoginDelays = { pair: Bucket; account: Bucket; address: Bucket };

export function loginDelays(email: string, ip: string): LoginDelays {
  const account = emailKey(email);
  const address = addressKey(ip);
  return {
    pair: { bucket: 'login', key: `${account} ${address}` },
    account: { bucket: 'login_account', key: account },
    address: { bucket: 'login_address', key: address },
  };
}

/**
 * Whether this address has failed at this account lately.
 * @throws too_many while a delay runs that binds this caller
 */
export async function assertNotDelayed(
  db: Database,
  { pair, account, address }: LoginDelays,
  isKnownAddress: boolean,
): Promise<boolean> {
  const counters = await countersOf(db, [pair, account, address]);
  const binding = counters.filter(({ bucket }) => bucket === pair.bucket || !isKnownAddress);
  const longest = Math.max(0, ...binding.map(({ delayed }) => delayed));
  if (longest > 0) throw tooMany(longest);
  return counters.some(({ bucket }) => bucket === pair.bucket);
}

/** @throws too_many when others' failures began the delay while this attempt was on its way */
export async function countWrongLogin(db: Database, { pair, account, address }: LoginDelays): Promise<void> {
  const isInTime = await countFailure(db, pair, delays.login);
  await countFailure(db, account, delays.login_account);
  await countFailure(db, address, delays.login_address);
  if (!isInTime) throw tooMany(1);
}

/** The right password clears what this address had counted against this account. */
export function forgetWrongLogins(db: Database, { pair }: LoginDelays): Promise<void> {
  return forget(db, pair);
}
