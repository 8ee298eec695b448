import type { SignInChallenge } from '#shared/accounts/factors.ts';
import { text, type Text } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';

/** All error codes and the HTTP status of each (`docs/product/rest.md#errors`). No other code sets the status of an error. */
const statusOf = {
  malformed: 400,
  unauthenticated: 401,
  /** The password is right. The error carries the challenge of the second step. */
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

export type ErrorCode = keyof typeof statusOf;

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

/** An expected error. Callers see its text in their language, except for a status of 500 or above. Its message is for logs. */
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
    return statusOf[this.code];
  }

  /** The text that the caller may see. */
  get publicText(): Text {
    return this.code === 'internal' ? text('ui.internal') : this.text;
  }
}

/** The error for a row that does not exist and for one that belongs to someone else, so that callers cannot tell them apart. */
export const notFound = (message = text('errors.thisWasNotFound')): AppError => new AppError('not_found', message);
export const invalid = (field: string, message: Text): AppError => new AppError('invalid', message, { field });
/** Names each wrong field. The first one's message is the main message. Needs at least one field. */
export const invalidFields = (issues: readonly FieldIssue[]): AppError =>
  new AppError('invalid', issues[0]?.text ?? text('errors.thisValueIsntValid'), { issues });
export const conflict = (message: Text): AppError => new AppError('conflict', message);

/** Refuses a change if the row has changed since the client read it, so that no change is overwritten unseen. */
export function assertVersion(read: number | undefined, current: number): void {
  if (read !== undefined && read !== current)
    throw new AppError('edit_conflict', text('errors.changedMeanwhile'), {
      detail: text('errors.theCurrentVersionIs', { current }),
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
const full = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** The error for a temporary failure. Null for any other failure. */
export function unavailability(error: unknown): AppError | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth += 1)
    if ('code' in one && typeof one.code === 'string') {
      if (unreachableCodes.has(one.code)) return new AppError('unavailable', text('errors.unavailable'), { retryAfter: 2 });
      if (full.has(one.code)) return new AppError('unavailable', text('errors.storeFull'), { retryAfter: 60 });
    }
  return null;
}
