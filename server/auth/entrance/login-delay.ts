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
 * Growing delays after wrong passwords (`product: Accounts and sessions`), four ways of counting: by account from one
 * address, by account on one known device, by account from anywhere, by address over all accounts. None is a lock: the
 * latter two, which a stranger can drive up, end after a minute at most and do not bind a device or an address that signed
 * in to the account before; neither do failures of others at the owner's address bind the owner's device.
 */
const minute = 60;
const delays = {
  login: { free: 5, forgetSeconds: 30 * minute, mostSeconds: 15 * minute },
  login_device: { free: 5, forgetSeconds: 30 * minute, mostSeconds: 15 * minute },
  login_account: { free: 20, forgetSeconds: 15 * minute, mostSeconds: minute },
  login_address: { free: 100, forgetSeconds: 15 * minute, mostSeconds: minute },
} satisfies Record<string, Delay>;

export type LoginDelays = { pair: Bucket; device: Bucket; account: Bucket; address: Bucket };
/** How the account knows who asks: by where or on what it was signed in to before. */
export type Known = { isKnownAddress: boolean; isKnownDevice: boolean };

export function loginDelays(email: string, ip: string, deviceId = ''): LoginDelays {
  const account = emailKey(email);
  const address = addressKey(ip);
  return {
    pair: { bucket: 'login', key: `${account} ${address}` },
    device: { bucket: 'login_device', key: `${account} ${deviceId}` },
    account: { bucket: 'login_account', key: account },
    address: { bucket: 'login_address', key: address },
  };
}

/**
 * Whether this address or this device has failed at this account lately.
 * @throws too_many while a delay runs that binds this caller
 */
export async function assertNotDelayed(
  db: Database,
  { pair, device, account, address }: LoginDelays,
  { isKnownAddress, isKnownDevice }: Known,
): Promise<boolean> {
  const counters = await countersOf(db, [pair, device, account, address]);
  const delayOf = (binding: readonly Bucket[]) =>
    Math.max(0, ...counters.filter(({ bucket }) => binding.some((one) => one.bucket === bucket)).map(({ delayed }) => delayed));
  /** Each way to be known lets in by itself; without one, everything that was counted binds. */
  const ways = [...(isKnownDevice ? [[device]] : []), ...(isKnownAddress ? [[pair]] : [])];
  const shortest = Math.min(...(ways.length > 0 ? ways : [[pair, account, address]]).map(delayOf));
  if (shortest > 0) throw tooMany(shortest);
  return counters.some(({ bucket }) => bucket === pair.bucket || bucket === device.bucket);
}

/**
 * Counts all four, known or not: a device that the account knows must not take longer than one it does not.
 * @throws too_many when others' failures began the delay while this attempt was on its way
 */
export async function countWrongLogin(
  db: Database,
  { pair, device, account, address }: LoginDelays,
  { isKnownDevice }: Known,
): Promise<void> {
  const isInTime = await countFailure(db, pair, delays.login);
  const isInTimeOnDevice = await countFailure(db, device, delays.login_device);
  await countFailure(db, account, delays.login_account);
  await countFailure(db, address, delays.login_address);
  if (!isInTime && !(isKnownDevice && isInTimeOnDevice)) throw tooMany(1);
}

/** The right password clears what this address and this device had counted against this account. */
export async function forgetWrongLogins(db: Database, { pair, device }: LoginDelays): Promise<void> {
  await forget(db, pair);
  await forget(db, device);
}
