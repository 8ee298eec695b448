import { messages } from '#shared/messages.ts';

/** The closed set of refusals and the HTTP status of each; nothing else decides a status (`rest: Conventions`). */
const statusOf = {
  malformed: 400,
  unauthenticated: 401,
  payment_declined: 402,
  forbidden: 403,
  account_locked: 403,
  email_unverified: 403,
  company_cancelled: 403,
  company_inactive: 403,
  password_change_required: 403,
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

export type FieldIssue = { field: string; message: string };

export type ErrorDetail = {
  /** The wire name of the field that is wrong. */
  field?: string;
  /** Every wrong field, where a refusal names more than one. */
  issues?: readonly FieldIssue[];
  /** A second sentence, such as `Email already exists.` */
  detail?: string;
  /** Seconds to wait, for `too_many`. */
  retryAfter?: number;
};

/** An expected refusal. Its message is shown to the user; for statuses above 499 it never is. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly issues: readonly FieldIssue[];
  readonly detail: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, { field, issues, detail, retryAfter }: ErrorDetail = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.issues = issues ?? [];
    this.field = field ?? this.issues[0]?.field;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return statusOf[this.code];
  }

  /** What a caller may read. */
  get publicMessage(): string {
    return this.code === 'internal' ? messages.internal : this.message;
  }
}

/** The same answer for a row that is not there and for one that is somebody else's. */
export const notFound = (what = 'This'): AppError => new AppError('not_found', `${what} was not found`);
export const invalid = (field: string, message: string): AppError => new AppError('invalid', message, { field });
/** Names each wrong field; the first one's message stands for all. Needs at least one. */
export const invalidFields = (issues: readonly FieldIssue[]): AppError =>
  new AppError('invalid', issues[0]?.message ?? 'This isn’t valid', { issues });
export const conflict = (message: string): AppError => new AppError('conflict', message);

/** Who edits a row says which version was read; a later one is not overwritten, but shown to whom it would have been lost on. */
export function assertVersion(read: number | undefined, current: number): void {
  if (read !== undefined && read !== current)
    throw new AppError('edit_conflict', messages.changedMeanwhile, { detail: `The current version is ${current}.` });
}

/** PostgreSQL's SQLSTATE of a failed query, through the driver's and Drizzle's wrapping. */
export function sqlState(error: unknown): string | undefined {
  return driverError(error)?.code;
}

/** Name of the constraint that refused a write, such as `users_email_key`. */
export function violatedConstraint(error: unknown): string | undefined {
  return driverError(error)?.constraint_name;
}

function driverError(error: unknown): { code: string; constraint_name?: string } | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, constraint_name } = error as Error & { code?: unknown; constraint_name?: string };
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return { code, ...(constraint_name ? { constraint_name } : {}) };
  return driverError(error.cause);
}
