import { text } from '#shared/texts/texts.ts';
import { AppError } from './errors.ts';

/** Error codes of a database that is unreachable, starting, stopping or overloaded, from the driver and PostgreSQL. */
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

/** Error codes of a disk or store that cannot take more data. */
const full = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** The error for a temporary failure. Null for any other failure. */
export function unavailability(error: unknown): AppError | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth += 1)
    if ('code' in one && typeof one.code === 'string') {
      if (away.has(one.code)) return new AppError('unavailable', text('errors.unavailable'), { retryAfter: 2 });
      if (full.has(one.code)) return new AppError('unavailable', text('errors.storeFull'), { retryAfter: 60 });
    }
  return null;
}
