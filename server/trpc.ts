import { initTRPC, TRPCError } from '@trpc/server';
import { audit, type Trail } from '#server/audit/audit.ts';
import { AppError, type FieldIssue, invalid, notFound, toUnavailableError } from '#server/errors.ts';
import { assertReadable, cleanInput } from '#server/input/clean-input.ts';
import { countHit } from '#server/limits/throttle.ts';
import type { Services } from '#server/services.ts';
import {
  type Actor,
  findActor,
  assertConfirmed,
  assertEmailVerified,
  requiresFactor,
  type VerifiedPurpose,
} from '#server/session/authenticate.ts';
import { can, type Capability, seesEveryCompany } from '#shared/access/access.ts';
import { type Language, type SchemaIssue, text, type Text, textOfIssue } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';
import { recordAnswer, recordRefusal } from './security/record-event.ts';

/**
 * How a client keeps its refresh token: the web in a cookie, REST clients in request bodies
 * (`docs/product/access.md#sessions`).
 */
export type TokenTransport = RefreshTokenStore & {
  kind: 'web' | 'rest';
  /** The administrator's own refresh token, kept aside while `refreshToken` belongs to an impersonation. */
  admin: RefreshTokenStore;
  /** Whether another site sent the request, whose cookies are then ignored. */
  isCrossSite?: boolean;
};

type RefreshTokenStore = {
  /** The refresh token from the request's cookie. */
  refreshToken: string | null;
  /** Sets the refresh cookie, or clears it with null. Does nothing for REST. */
  storeRefreshToken: (token: string | null) => void;
};

export type Context = {
  services: Services;
  actor: Actor | null;
  /** The raw bearer token. The email check and legacy refresh calls send their own tokens there. */
  bearer: string | null;
  /** Whether the bearer token is a forged one, for the security log. */
  hasForgedToken?: boolean;
  transport: TokenTransport;
  ip: string;
  /** When the person was last active, which prolongs the session. Null for a request that does not count as activity. */
  usedAt: Date | null;
  userAgent: string | null;
  requestId: string;
  /** The language of texts for the caller, such as error messages. */
  language: Language;
  /** The id of our row for the request's `Idempotency-Key`, if it has one. */
  idempotencyId?: string;
};

export type Access = {
  /** Who may call the procedure. The access tests and the OpenAPI document read it. */
  access: 'public' | 'signed-in' | Capability;
  /** The access check alone, for code that answers a request before the procedure runs. @throws AppError */
  admit?: (ctx: Context) => object;
};

const t = initTRPC
  .context<Context>()
  .meta<Access>()
  .create({
    errorFormatter: ({ shape, error, ctx }) => {
      const refusal = toAppError(error.cause);
      const issues = issuesOf(error);
      const translate = (message: Text | null) => message && writeText(message, ctx?.language ?? 'en');
      const httpStatus = refusal?.status ?? (issues.length ? 422 : shape.data.httpStatus);
      return {
        ...shape,
        // A refusal of tRPC itself, such as an unknown path, has a technical message for programmers.
        message: translate(
          issues[0]?.text ?? refusal?.publicText ?? text(httpStatus >= 500 ? 'ui.internalError' : 'errors.pageOutOfDate'),
        ),
        data: {
          httpStatus,
          code: refusal?.code ?? (issues.length ? ('invalid' as const) : shape.data.code),
          field: refusal?.field ?? issues[0]?.field ?? null,
          detail: translate(refusal?.detail ?? null),
          retryAfter: refusal?.retryAfter ?? null,
          challenge: refusal?.challenge ?? null,
          issues: issues.map((issue) => ({ field: issue.field, message: translate(issue.text) ?? '' })),
          requestId: ctx?.requestId ?? null,
        },
      };
    },
  });

/**
 * The invalid fields, with the messages of the schema or use case. If several rules of a field have the same message, it
 * appears once.
 */
export function issuesOf(error: TRPCError): FieldIssue[] {
  const cause = error.cause;
  if (cause instanceof AppError) return [...cause.issues];
  if (error.code !== 'BAD_REQUEST' || !cause || !('issues' in cause) || !Array.isArray(cause.issues)) return [];
  const issues = cause.issues.map((issue: SchemaIssue) => ({
    field: (issue.path ?? []).map(String).join('.'),
    text: textOfIssue(issue),
  }));
  return [...new Map(issues.map((issue) => [`${issue.field}\n${issue.text.key}`, issue])).values()];
}

const trpcCodes: Partial<Record<number, TRPCError['code']>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
};

/** Use cases throw AppErrors. tRPC callers receive a TRPCError that carries one. */
export function toTrpcError(cause: AppError): TRPCError {
  return new TRPCError({
    code: trpcCodes[cause.status] ?? 'INTERNAL_SERVER_ERROR',
    message: writeText(cause.publicText, 'en'),
    cause,
  });
}

/**
 * Creates a base procedure from one access check and the values that the check adds to the context. Each base procedure is a
 * single middleware instead of a chain, because every middleware takes a tenth of the time of a primary-key read.
 */
function procedureFor<Added extends object>(access: Access['access'], check: (ctx: Context) => Added) {
  return t.procedure.meta({ access, admit: check }).use(async ({ ctx, next, getRawInput, type, path }) => {
    const addedContext = runCheck(check, ctx, (refusal) => recordRefusal(ctx, { path, input: undefined }, refusal));
    const rawInput = await getRawInput();
    runCheck(assertReadable, rawInput);
    const input = cleanInput(rawInput);
    if (ctx.actor && isExport.test(path)) await countExport(ctx, path);
    const impersonatedActor =
      access !== 'public' && type === 'mutation' && ctx.actor?.impersonatorId ? withAuditTrail(ctx.actor) : null;
    const callContext = impersonatedActor ? { ...addedContext, actor: impersonatedActor } : addedContext;
    // The types of tRPC have no call with both, although it takes both.
    const cleanedCall = { ctx: callContext, getRawInput: () => Promise.resolve(input) };
    const result = await next<typeof callContext>(cleanedCall);
    const refusal = result.ok ? null : toAppError(result.error.cause);
    if (refusal) {
      recordRefusal(ctx, { path, input }, refusal);
      throw toTrpcError(refusal);
    }
    if (result.ok) recordAnswer(ctx, { path, input }, result.data);
    if (result.ok && impersonatedActor && !impersonatedActor.trail.isWritten) await writeTrail(ctx, impersonatedActor, path);
    return result;
  });
}

const isExport = /\.export\w*$/;
/** This limit is more than a person downloads, and low enough that a stolen session cannot copy all data again and again. */
const exportsPerAccount = { maxHits: 120, windowSeconds: 60 * 60 };

async function countExport(ctx: Context, path: string): Promise<void> {
  try {
    const key = ctx.actor?.impersonatorId ?? ctx.actor?.userId ?? '';
    await countHit(ctx.services.db, { bucket: 'export', key }, exportsPerAccount);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    recordRefusal(ctx, { path, input: undefined }, error);
    throw toTrpcError(error);
  }
}

const toAppError = (cause: unknown) => (cause instanceof AppError ? cause : toUnavailableError(cause));

const withAuditTrail = (actor: Actor) => ({ ...actor, trail: { isWritten: false } });

/** Logs every impersonated call under both names, even if the call would not be logged otherwise. */
async function writeTrail({ services, ip, language }: Context, actor: Actor, path: string): Promise<void> {
  await audit(services.db, actorOf({ actor, ip, language }), {
    action: 'impersonation.act',
    subject: { type: 'call', id: path },
  });
}

/**
 * Refuses what only the account's owner may do while someone is impersonating: cards, passwords, email addresses, consent
 * and account deletion (`docs/product/access.md#impersonation`). Add it after the access check:
 * `restrictedSessionProcedure.use(forbidImpersonation)`.
 */
export const forbidImpersonation = t.middleware(({ ctx, next }) => {
  if (ctx.actor) runCheck(assertNotImpersonated, ctx.actor);
  return next();
});

/**
 * Requires that the caller's email address is verified. Add it after the access check:
 * `manage.use(requireVerifiedEmail('add_people'))`.
 */
export const requireVerifiedEmail = (purpose: VerifiedPurpose) =>
  t.middleware(({ ctx, next }) => {
    if (ctx.actor) runCheck((actor: Actor) => assertEmailVerified(actor, purpose), ctx.actor);
    return next();
  });

/**
 * Requires that the person has confirmed their identity in the last minutes, for calls that could take an account or its money
 * away (`docs/product/access.md#step-up`). Add it after the access check: `owner.use(requireConfirmation)`.
 */
export const requireConfirmation = t.middleware(({ ctx, next }) => {
  if (ctx.actor) runCheck(assertConfirmed, ctx.actor);
  return next();
});

export function assertNotImpersonated({ impersonatorId }: Pick<Actor, 'impersonatorId'>): void {
  if (impersonatorId) throw new AppError('impersonating', text('errors.notWhileImpersonating'));
}

function runCheck<Input, Result>(check: (input: Input) => Result, input: Input, onRefusal?: (refusal: AppError) => void): Result {
  try {
    return check(input);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    onRefusal?.(error);
    throw toTrpcError(error);
  }
}

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** A procedure that needs no sign-in. */
export const publicProcedure = procedureFor('public', () => ({}));

/**
 * Any signed-in person, including one who must change the password or set up a second factor first. Use it only for these
 * two steps and for reading the caller's own account, because such a session may do nothing else
 * (`docs/product/access.md#passwords`).
 */
export const restrictedSessionProcedure = procedureFor('signed-in', (ctx) => ({ actor: signedInActor(ctx) }));

/**
 * Any signed-in person who does not have to change the password first, including one who must set up a second factor. Use
 * it only for that setup.
 */
export const ownPasswordProcedure = procedureFor('signed-in', (ctx) => ({ actor: actorWithOwnPassword(ctx) }));

/** Any signed-in person who does not have to change the password or set up a second factor first. */
export const signedInProcedure = procedureFor('signed-in', (ctx) => ({ actor: unrestrictedActor(ctx) }));

/** Requires a capability (`shared/access/access.ts`). */
export function allowed(capability: Capability) {
  return procedureFor(capability, (ctx) => ({ actor: actorWithCapability(ctx, capability) }));
}

/** The same as `allowed`, but a person who must first change the password or set up a second factor can also call it. */
export function allowedInRestrictedSession(capability: Capability) {
  return procedureFor(capability, (ctx) => ({ actor: requireCapability(signedInActor(ctx), capability) }));
}

function signedInActor({ actor }: Context): Actor {
  if (!actor) throw new AppError('unauthenticated', text('errors.signInRequired'));
  return actor;
}

function actorWithOwnPassword(ctx: Context): Actor {
  const actor = signedInActor(ctx);
  if (actor.mustChangePassword && !actor.impersonatorId)
    throw new AppError('password_change_required', text('errors.passwordChangeRequired'));
  return actor;
}

function unrestrictedActor(ctx: Context): Actor {
  const actor = actorWithOwnPassword(ctx);
  if (!actor.hasFactor && !actor.impersonatorId && requiresFactor(ctx.services.settings, actor.roles))
    throw new AppError('second_factor_setup_required', text('errors.factorSetupRequired'));
  return actor;
}

const actorWithCapability = (ctx: Context, capability: Capability): Actor =>
  requireCapability(unrestrictedActor(ctx), capability);

function requireCapability(actor: Actor, capability: Capability): Actor {
  if (!can(actor.roles, capability)) throw new AppError('forbidden', text('errors.roleNotAllowed'));
  return actor;
}

declare const proof: unique symbol;

/**
 * Proof that the caller may act for a company. Only this file creates it, so code that passes an unchecked id does not
 * compile. `companyId` is null for people who see every company. Queries apply it with `whereInScope`.
 */
export type CompanyScope = { readonly companyId: string | null; readonly [proof]: true };
/** The scope of a person who has a company. */
export type OwnCompany = CompanyScope & { readonly companyId: string };

type ScopeOptions = {
  /** People of a cancelled company can reach settings and billing history only (`docs/product/companies.md#company-status`). */
  evenIfCancelled?: boolean;
};

/** Requires a capability and adds the company scope: the caller's own company, or every company for admin-side roles. */
export function scoped(capability: Capability, { evenIfCancelled = false }: ScopeOptions = {}) {
  return procedureFor(capability, (ctx) => scopeOf(ctx, capability, evenIfCancelled));
}

function scopeOf(ctx: Context, capability: Capability, evenIfCancelled: boolean) {
  const actor = actorWithCapability(ctx, capability);
  const companyId = seesEveryCompany(actor.roles) ? null : actor.companyId;
  if (companyId === null && !seesEveryCompany(actor.roles)) throw new AppError('forbidden', text('errors.noCompanyYet'));
  if (companyId !== null && actor.companyStatus === 'Cancelled' && !evenIfCancelled) throw createCancelledError();
  return { actor, scope: { companyId } as CompanyScope };
}

/**
 * Checks access again for something that lasts longer than its request, such as a live stream: whether the caller still has the
 * same scope.
 */
export async function isStillInScope(ctx: Context, capability: Capability, scope: CompanyScope): Promise<boolean> {
  const actor = ctx.actor && (await findActor(ctx.services, ctx.actor.claims, null));
  try {
    return scopeOf({ ...ctx, actor }, capability, false).scope.companyId === scope.companyId;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** The same check for something that needs no company, such as a driver's live stream. */
export async function isStillAllowed(ctx: Context, capability: Capability): Promise<boolean> {
  const actor = ctx.actor && (await findActor(ctx.services, ctx.actor.claims, null));
  try {
    actorWithCapability({ ...ctx, actor }, capability);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Requires a capability and a company of the caller's own, for purchases and settings. */
export function ownCompany(capability: Capability, { evenIfCancelled = false }: ScopeOptions = {}) {
  return procedureFor(capability, (ctx) => {
    const actor = actorWithCapability(ctx, capability);
    const { companyId, companyStatus } = actor;
    if (companyId === null) throw new AppError('forbidden', text('errors.noCompanyYet'));
    if (companyStatus === 'Cancelled' && !evenIfCancelled) throw createCancelledError();
    return { actor, scope: { companyId } as OwnCompany };
  });
}

/** The company of a request: the caller's own, or the one named by a person who has access to every company. */
export function selectCompany({ companyId }: CompanyScope, requestedCompanyId: string | undefined): OwnCompany {
  if (companyId !== null && requestedCompanyId !== undefined && requestedCompanyId !== companyId)
    throw notFound(text('errors.companyNotFound'));
  const selectedCompanyId = companyId ?? requestedCompanyId;
  if (selectedCompanyId === undefined) throw invalid('companyId', text('errors.jobCompanyRequired'));
  return { companyId: selectedCompanyId } as OwnCompany;
}

function createCancelledError(): AppError {
  return new AppError('company_cancelled', text('errors.cancelledCompanyLimited'));
}

/** The time zone in which a list or file shows its dates, and the language of a file. */
export const readerOf = ({ actor, language }: { actor: Pick<Actor, 'timeZone'>; language: Language }) => ({
  timeZone: actor.timeZone,
  language,
});

/** The acting person, for use cases and the audit log. */
export function actorOf(ctx: { actor: Actor; ip: string; language: Language }) {
  const { userId, impersonatorId, companyId, roles, confirmedAt, trail } = ctx.actor;
  return { userId, impersonatorId, companyId, roles, confirmedAt, ip: ctx.ip, trail, language: ctx.language };
}

/** `language` is that of the request, for emails to people who have not chosen one. */
export type ActingUser = Omit<ReturnType<typeof actorOf>, 'confirmedAt' | 'trail'> & {
  /** Absent while impersonating. */
  confirmedAt?: Date | undefined;
  trail?: Trail | undefined;
};
