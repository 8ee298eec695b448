import type { Database } from '#server/db/open.ts';
import {
  toAddressKey,
  type Bucket,
  countFailure,
  type DelayPolicy,
  toEmailKey,
  clearCounter,
  findCounters,
  tooMany,
} from '#server/limits/throttle.ts';

/**
 * Growing delays after wrong passwords (`docs/product/access.md#sign-in`). Failures are counted in four ways: per account
 * and network address, per account and device, per account in total, and per network address over all accounts. Strangers
 * can raise the last two counts, so those delays last a minute at most and do not apply to a device or network address that
 * has signed in to the account before. Other people's failures at the owner's network address do not delay the owner's
 * device.
 */
const minute = 60;
const delays = {
  login: { freeFailures: 5, forgetSeconds: 30 * minute, maxDelaySeconds: 15 * minute },
  login_device: { freeFailures: 5, forgetSeconds: 30 * minute, maxDelaySeconds: 15 * minute },
  login_account: { freeFailures: 20, forgetSeconds: 15 * minute, maxDelaySeconds: minute },
  login_address: { freeFailures: 100, forgetSeconds: 15 * minute, maxDelaySeconds: minute },
} satisfies Record<string, DelayPolicy>;

export type LoginBuckets = { pair: Bucket; device: Bucket; account: Bucket; address: Bucket };
/** Whether the account has a session from this network address or on this device. */
export type KnownOrigin = { isKnownAddress: boolean; isKnownDevice: boolean };

export function getLoginBuckets(email: string, ip: string, deviceId = ''): LoginBuckets {
  const account = toEmailKey(email);
  const address = toAddressKey(ip);
  return {
    pair: { bucket: 'login', key: `${account} ${address}` },
    device: { bucket: 'login_device', key: `${account} ${deviceId}` },
    account: { bucket: 'login_account', key: account },
    address: { bucket: 'login_address', key: address },
  };
}

/**
 * Checks the delays that apply to this caller. Returns whether the caller has failures to clear.
 * @throws too_many while a delay applies
 */
export async function assertNotDelayed(
  db: Database,
  { pair, device, account, address }: LoginBuckets,
  { isKnownAddress, isKnownDevice }: KnownOrigin,
): Promise<boolean> {
  const counters = await findCounters(db, [pair, device, account, address]);
  const getDelay = (applicableBuckets: readonly Bucket[]) =>
    Math.max(
      0,
      ...counters
        .filter(({ bucket }) => applicableBuckets.some((one) => one.bucket === bucket))
        .map(({ remainingSeconds: delayed }) => delayed),
    );
  /**
   * A known device or network address is not delayed because of other people's failures. A caller with neither is delayed
   * by all counts.
   */
  const delayKeys = [...(isKnownDevice ? [[device]] : []), ...(isKnownAddress ? [[pair]] : [])];
  const shortest = Math.min(...(delayKeys.length > 0 ? delayKeys : [[pair, account, address]]).map(getDelay));
  if (shortest > 0) throw tooMany(shortest);
  return counters.some(({ bucket }) => bucket === pair.bucket || bucket === device.bucket);
}

/**
 * Counts the failure in all four ways for every caller, so that the response time does not reveal a known device.
 * @throws too_many if parallel failures started a delay during this attempt
 */
export async function countWrongLogin(
  db: Database,
  { pair, device, account, address }: LoginBuckets,
  { isKnownDevice }: KnownOrigin,
): Promise<void> {
  const isAllowed = await countFailure(db, pair, delays.login);
  const isAllowedOnDevice = await countFailure(db, device, delays.login_device);
  await countFailure(db, account, delays.login_account);
  await countFailure(db, address, delays.login_address);
  if (!isAllowed && !(isKnownDevice && isAllowedOnDevice)) throw tooMany(1);
}

/** A correct password clears the failures of this network address and this device for this account. */
export async function clearWrongLogins(db: Database, { pair, device }: LoginBuckets): Promise<void> {
  await clearCounter(db, pair);
  await clearCounter(db, device);
}
