import { messages } from '#shared/messages.ts';
import { AppError } from './errors.ts';

/** Of a database that is away, starting, stopping or full: the driver's words and PostgreSQL's. */
const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** Of a disk or a store that takes nothing more. */
const full = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** What to say of a failure that passes by itself; null when it is another. */
export function unavailability(error: unknown): AppError | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth += 1)
    if ('code' in one && typeof one.code === 'string') {
      if (away.has(one.code)) return new AppError('unavailable', messages.unavailable, { retryAfter: 2 });
      if (full.has(one.code)) return new AppError('unavailable', messages.storeFull, { retryAfter: 60 });
    }
  return null;
}
