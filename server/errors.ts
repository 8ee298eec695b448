import type { SignInChallenge } from '#shared/accounts/factors.ts';
import { text, type Text } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';

/** All error codes and the HTTP status of each (`docs/product/rest.md#errors`). No other code sets the status of an error. */
const statusByCode = {
  malformed: 400,
  unauthenticated: 401,
  /** The password is correct. The error carries the challenge for the second step. */
  second_factor_required: 401,
  payment_declined: 402,
  forbidden: 403,
  account_locked: 403,
  email_unverified: 403,
  company_cancelled: 403,
  company_inactive: 403,
  company_sign_in_required: 403,
  password_change_required: 403,
  second_factor_setup_required: 403,
  step_up_required: 403,
  impersonating: 403,
  not_found: 404,
  conflict: 409,
  edit_conflict: 409,
  already_paid: 409,
  payment_in_progress: 409,
  idempotency_key_in_use: 409,
  gone: 410,
  too_large: 413,
  wrong_media_type: 415,
  invalid: 422,
  idempotency_key_reused: 422,
  too_many: 429,
  internal: 500,
  gateway_failed: 502,
  provider_failed: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusByCode;

export type FieldIssue = { field: string; text: Text };

export type ErrorDetail = {
  /** The wrong field's name on the wire. */
  field?: string;
  /** Every wrong field, if there are several. */
  issues?: readonly FieldIssue[];
  /** A second sentence, such as `Email already exists.` */
  detail?: Text;
  /** Seconds to wait, for `too_many`. */
  retryAfter?: number;
  /** For `second_factor_required`. */
  challenge?: SignInChallenge;
};

/** An expected error. Callers see its text in their language, except for the code `internal`. Its message is for logs. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly text: Text;
  readonly field: string | undefined;
  readonly issues: readonly FieldIssue[];
  readonly detail: Text | undefined;
  readonly retryAfter: number | undefined;
  readonly challenge: SignInChallenge | undefined;

  constructor(code: ErrorCode, message: Text, { field, issues, detail, retryAfter, challenge }: ErrorDetail = {}) {
    super(writeText(message, 'en'));
    this.name = 'AppError';
    this.code = code;
    this.text = message;
    this.issues = issues ?? [];
    this.field = field ?? this.issues[0]?.field;
    this.detail = detail;
    this.retryAfter = retryAfter;
    this.challenge = challenge;
  }

  get status(): number {
    return statusByCode[this.code];
  }

  /** The text that the caller may see. */
  get publicText(): Text {
    return this.code === 'internal' ? text('ui.internalError') : this.text;
  }
}

/** The error for a row that does not exist and for one that belongs to someone else, so that callers cannot tell them apart. */
export const notFound = (message = text('errors.notFound')): AppError => new AppError('not_found', message);
export const invalid = (field: string, message: Text): AppError => new AppError('invalid', message, { field });
/** Names every invalid field. The message of the first one becomes the main message, so at least one field is required. */
export const invalidFields = (issues: readonly FieldIssue[]): AppError =>
  new AppError('invalid', issues[0]?.text ?? text('errors.valueInvalid'), { issues });
export const conflict = (message: Text): AppError => new AppError('conflict', message);

/** Refuses a change if the row has changed since the client read it, so that no change is overwritten unseen. */
export function assertVersion(requestedVersion: number | undefined, currentVersion: number): void {
  if (requestedVersion !== undefined && requestedVersion !== currentVersion)
    throw new AppError('edit_conflict', text('errors.changedMeanwhile'), {
      detail: text('errors.currentVersion', { current: currentVersion }),
    });
}

/** The SQLSTATE of a failed query, even if the driver or Drizzle wrapped the error. */
export function sqlState(error: unknown): string | undefined {
  return driverError(error)?.code;
}

/** The name of the violated constraint, such as `users_email_key`. */
export function violatedConstraint(error: unknown): string | undefined {
  return driverError(error)?.constraint_name;
}

function driverError(error: unknown): { code: string; constraint_name?: string } | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, constraint_name } = error as Error & { code?: unknown; constraint_name?: string };
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return { code, ...(constraint_name ? { constraint_name } : {}) };
  return driverError(error.cause);
}

/** Error codes of a database that is unreachable, starting, stopping or overloaded, from the driver and PostgreSQL. */
const unreachableCodes = new Set([
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
const storageFullCodes = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** The error for a temporary failure of the database or the disk. Null for any other failure. */
export function toUnavailableError(error: unknown): AppError | null {
  for (let failure = error, depth = 0; failure instanceof Error && depth < 8; failure = failure.cause, depth += 1)
    if ('code' in failure && typeof failure.code === 'string') {
      if (unreachableCodes.has(failure.code)) return new AppError('unavailable', text('errors.unavailable'), { retryAfter: 2 });
      if (storageFullCodes.has(failure.code)) return new AppError('unavailable', text('errors.storeFull'), { retryAfter: 60 });
    }
  return null;
}
