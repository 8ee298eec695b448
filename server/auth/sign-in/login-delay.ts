import type { Database } from '#server/db/open.ts';
import {
  addressKey,
  type Bucket,
  countFailure,
  type Delay,
  emailKey,
  clearCount,
  countersOf,
  tooMany,
} from '#server/session/throttle.ts';

/**
 * Growing delays after wrong passwords (`docs/product/access.md#sign-in`). Failures are counted in four ways: per account
 * and network address, per account and known device, per account in total, and per network address over all accounts. A
 * stranger can drive up the last two, so they end after a minute at most and do not apply to a device or network address
 * that has signed in to the account before. Failures by others at the owner's network address do not delay the owner's
 * device.
 */
const minute = 60;
const delays = {
  login: { free: 5, forgetSeconds: 30 * minute, maxSeconds: 15 * minute },
  login_device: { free: 5, forgetSeconds: 30 * minute, maxSeconds: 15 * minute },
  login_account: { free: 20, forgetSeconds: 15 * minute, maxSeconds: minute },
  login_address: { free: 100, forgetSeconds: 15 * minute, maxSeconds: minute },
} satisfies Record<string, Delay>;

export type LoginDelays = { pair: Bucket; device: Bucket; account: Bucket; address: Bucket };
/** Whether the account has a session from this network address or on this device. */
export type KnownOrigin = { isKnownAddress: boolean; isKnownDevice: boolean };

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
 * Refuses the attempt while a delay applies to this caller.
 * @throws too_many while a delay applies
 */
export async function assertNotDelayed(
  db: Database,
  { pair, device, account, address }: LoginDelays,
  { isKnownAddress, isKnownDevice }: KnownOrigin,
): Promise<boolean> {
  const counters = await countersOf(db, [pair, device, account, address]);
  const delayOf = (binding: readonly Bucket[]) =>
    Math.max(0, ...counters.filter(({ bucket }) => binding.some((one) => one.bucket === bucket)).map(({ delayed }) => delayed));
  /**
   * A known device or network address is not delayed because of other people's failures. A caller with neither is delayed
   * by all counts.
   */
  const delayKeys = [...(isKnownDevice ? [[device]] : []), ...(isKnownAddress ? [[pair]] : [])];
  const shortest = Math.min(...(delayKeys.length > 0 ? delayKeys : [[pair, account, address]]).map(delayOf));
  if (shortest > 0) throw tooMany(shortest);
  return counters.some(({ bucket }) => bucket === pair.bucket || bucket === device.bucket);
}

/**
 * Counts the failure in all four ways, known or not, so that the response time does not reveal a known device.
 * @throws too_many when others' failures started a delay during this attempt
 */
export async function countWrongLogin(
  db: Database,
  { pair, device, account, address }: LoginDelays,
  { isKnownDevice }: KnownOrigin,
): Promise<void> {
  const isInTime = await countFailure(db, pair, delays.login);
  const isInTimeOnDevice = await countFailure(db, device, delays.login_device);
  await countFailure(db, account, delays.login_account);
  await countFailure(db, address, delays.login_address);
  if (!isInTime && !(isKnownDevice && isInTimeOnDevice)) throw tooMany(1);
}

/** A correct password clears the failures of this network address and this device for this account. */
export async function clearWrongLogins(db: Database, { pair, device }: LoginDelays): Promise<void> {
  await clearCount(db, pair);
  await clearCount(db, device);
}
