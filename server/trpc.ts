import { initTRPC, TRPCError } from '@trpc/server';
import { can, type Capability, seesEveryCompany } from '#shared/access/access.ts';
import { messages } from '#shared/messages.ts';
import { audit, type Trail } from '#server/audit.ts';
import { AppError, type FieldIssue, invalid, notFound } from '#server/errors.ts';
import { assertReadable } from '#server/input-words.ts';
import type { Services } from '#server/services.ts';
import { unavailability } from '#server/unavailable.ts';
import { type Actor, actorOfClaims, assertEmailVerified } from '#server/session/authenticate.ts';

/** The web's refresh token lives in a cookie, a REST client's in bodies: the door knows which (`product: Accounts`). */
export type Door = KeptToken & {
  kind: 'web' | 'rest';
  /** The admin's own, put aside while `refreshToken` is an impersonation's. */
  admin: KeptToken;
};

type KeptToken = {
  /** The refresh token that the request brought in its cookie. */
  refreshToken: string | null;
  /** Sets (or, with null, clears) the refresh cookie; does nothing for REST. */
  keepRefreshToken: (token: string | null) => void;
};

export type Context = {
  services: Services;
  actor: Actor | null;
  /** The bearer token as it came: the e-mail check and a legacy refresh carry theirs there. */
  bearer: string | null;
  door: Door;
  ip: string;
  userAgent: string | null;
  requestId: string;
  /** Our row of the request's `Idempotency-Key`, where it carried one. */
  idempotencyId?: string;
};

export type Access = {
  /** Who may call the procedure; the access suite and the documentation read it. */
  access: 'public' | 'signed-in' | Capability;
  /** The same check alone, for what answers in place of the procedure. @throws AppError */
  admit?: (ctx: Context) => object;
};

const t = initTRPC
  .context<Context>()
  .meta<Access>()
  .create({
    errorFormatter: ({ shape, error, ctx }) => {
      const refusal = refusalOf(error.cause);
      const issues = issuesOf(error);
      const httpStatus = refusal?.status ?? (issues.length ? 422 : shape.data.httpStatus);
      return {
        ...shape,
        message: issues[0]?.message ?? refusal?.publicMessage ?? (httpStatus >= 500 ? messages.internal : shape.message),
        data: {
          httpStatus,
          code: refusal?.code ?? (issues.length ? ('invalid' as const) : shape.data.code),
          field: refusal?.field ?? issues[0]?.field ?? null,
          detail: refusal?.detail ?? null,
          retryAfter: refusal?.retryAfter ?? null,
          issues,
          requestId: ctx?.requestId ?? null,
        },
      };
    },
  });

/** The fields that a use case or a schema refused, with the schema's own messages; rules of a field that share a message say it once. */
export function issuesOf(error: TRPCError): FieldIssue[] {
  const cause = error.cause;
  if (cause instanceof AppError) return [...cause.issues];
  if (error.code !== 'BAD_REQUEST' || !cause || !('issues' in cause) || !Array.isArray(cause.issues)) return [];
  const issues = cause.issues.map((issue: { path?: PropertyKey[]; message: string }) => ({
    field: (issue.path ?? []).map(String).join('.'),
    message: issue.message,
  }));
  return [...new Map(issues.map((issue) => [`${issue.field}\n${issue.message}`, issue])).values()];
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

/** A use case throws AppErrors; callers of either door see a TRPCError that carries it. */
export function carried(cause: AppError): TRPCError {
  return new TRPCError({ code: trpcCodes[cause.status] ?? 'INTERNAL_SERVER_ERROR', message: cause.publicMessage, cause });
}

/**
 * A rung of the ladder: who gets past, and what the procedure then knows besides. Each is one step of its own and not a
 * step on top of the lower rung, because every step of a procedure costs a tenth of a point read.
 */
function rung<Known extends object>(access: Access['access'], check: (ctx: Context) => Known) {
  return t.procedure.meta({ access, admit: check }).use(async ({ ctx, next, getRawInput, type, path }) => {
    const known = pass(check, ctx);
    pass(assertReadable, await getRawInput());
    const acting = access !== 'public' && type === 'mutation' && ctx.actor?.impersonatorId ? withTrail(ctx.actor) : null;
    const result = await next({ ctx: acting ? { ...known, actor: acting } : known });
    const refusal = result.ok ? null : refusalOf(result.error.cause);
    if (refusal) throw carried(refusal);
    if (result.ok && acting && !acting.trail.isWritten) await writeTrail(ctx, acting, path);
    return result;
  });
}

const refusalOf = (cause: unknown) => (cause instanceof AppError ? cause : unavailability(cause));

const withTrail = (actor: Actor) => ({ ...actor, trail: { isWritten: false } });

/** Everything done while impersonating is in the log under both names, also what else is not worth a line there. */
async function writeTrail({ services, ip }: Context, actor: Actor, path: string): Promise<void> {
  await audit(services.db, actorOf({ actor, ip }), { action: 'impersonation.act', subject: { type: 'call', id: path } });
}

/**
 * What a person does with the own hands only: cards, passwords, e-mail addresses, consent, deleting the account. Refused
 * while impersonating (`product: Accounts and sessions`). A step that follows the rung: `heldProcedure.use(ownHands)`.
 */
export const ownHands = t.middleware(({ ctx, next }) => {
  if (ctx.actor) pass(assertOwnHands, ctx.actor);
  return next();
});

/** What adds people takes a verified address of one's own: `manage.use(verifiedEmail)`, behind the rung. */
export const verifiedEmail = t.middleware(({ ctx, next }) => {
  if (ctx.actor) pass((actor: Actor) => assertEmailVerified(actor, 'add_people'), ctx.actor);
  return next();
});

export function assertOwnHands({ impersonatorId }: Pick<Actor, 'impersonatorId'>): void {
  if (impersonatorId) throw new AppError('impersonating', 'Only the account owner can do this, not someone acting for them');
}

function pass<Given, Known>(check: (given: Given) => Known, given: Given): Known {
  try {
    return check(given);
  } catch (error) {
    throw error instanceof AppError ? carried(error) : error;
  }
}

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Anybody. */
export const publicProcedure = rung('public', () => ({}));

/**
 * Anybody signed in, also one who must change the password first: only for changing it and for reading oneself. Whoever
 * set the password knows it, so until it is changed a session can do nothing else in the account's name.
 */
export const heldProcedure = rung('signed-in', (ctx) => ({ actor: known(ctx) }));

/** Anybody signed in whose password is their own. */
export const signedInProcedure = rung('signed-in', (ctx) => ({ actor: free(ctx) }));

/** Those whose roles hold the capability (`shared/access/access.ts`). */
export function allowed(capability: Capability) {
  return rung(capability, (ctx) => ({ actor: able(ctx, capability) }));
}

/** The same, also for one who must change the password first. */
export function heldAllowed(capability: Capability) {
  return rung(capability, (ctx) => ({ actor: withCapability(known(ctx), capability) }));
}

function known({ actor }: Context): Actor {
  if (!actor) throw new AppError('unauthenticated', 'Sign in to continue');
  return actor;
}

function free(ctx: Context): Actor {
  const actor = known(ctx);
  if (actor.mustChangePassword && !actor.impersonatorId)
    throw new AppError('password_change_required', 'Choose a new password to continue');
  return actor;
}

const able = (ctx: Context, capability: Capability): Actor => withCapability(free(ctx), capability);

function withCapability(actor: Actor, capability: Capability): Actor {
  if (!can(actor.roles, capability)) throw new AppError('forbidden', 'Your role doesn’t allow this');
  return actor;
}

declare const proof: unique symbol;

/**
 * Proof that the caller may act for a company; only this file makes one, so that an unchecked id does not compile.
 * `companyId` is null for those who see every company; the WHERE of a query reads it through `inScope`.
 */
export type CompanyScope = { readonly companyId: string | null; readonly [proof]: true };
/** The scope of somebody with a company of their own. */
export type OwnCompany = CompanyScope & { readonly companyId: string };

type ScopeOptions = {
  /** People of a cancelled company reach settings and billing history only (`product: Companies`). */
  evenIfCancelled?: boolean;
};

/** Those with the capability, each bound to the own company; admin-side roles to none in particular. */
export function scoped(capability: Capability, { evenIfCancelled = false }: ScopeOptions = {}) {
  return rung(capability, (ctx) => scopeOf(ctx, capability, evenIfCancelled));
}

function scopeOf(ctx: Context, capability: Capability, evenIfCancelled: boolean) {
  const actor = able(ctx, capability);
  const companyId = seesEveryCompany(actor.roles) ? null : actor.companyId;
  if (companyId === null && !seesEveryCompany(actor.roles)) throw new AppError('forbidden', 'Create your company first');
  if (companyId !== null && actor.companyStatus === 'Cancelled' && !evenIfCancelled) throw cancelled();
  return { actor, scope: { companyId } as CompanyScope };
}

/** Whether who was let in would still be, into the same scope: what goes on longer than a request asks again. */
export async function isStillScoped(ctx: Context, capability: Capability, scope: CompanyScope): Promise<boolean> {
  const actor = ctx.actor && (await actorOfClaims(ctx.services.sql, ctx.actor.claims));
  try {
    return scopeOf({ ...ctx, actor }, capability, false).scope.companyId === scope.companyId;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Those with the capability and a company of their own: what is bought, stored or set is the own company's. */
export function ownCompany(capability: Capability, { evenIfCancelled = false }: ScopeOptions = {}) {
  return rung(capability, (ctx) => {
    const actor = able(ctx, capability);
    const { companyId, companyStatus } = actor;
    if (companyId === null) throw new AppError('forbidden', 'Create your company first');
    if (companyStatus === 'Cancelled' && !evenIfCancelled) throw cancelled();
    return { actor, scope: { companyId } as OwnCompany };
  });
}

/** One company within a scope: the caller's own, or the one that somebody who sees every company names. */
export function oneCompany({ companyId }: CompanyScope, named: string | undefined): OwnCompany {
  if (companyId !== null && named !== undefined && named !== companyId) throw notFound('This company');
  const chosen = companyId ?? named;
  if (chosen === undefined) throw invalid('companyId', 'Choose the company this job is for');
  return { companyId: chosen } as OwnCompany;
}

function cancelled(): AppError {
  return new AppError('company_cancelled', 'This company was cancelled. Its settings and billing history are still available.');
}

/** What a list or a file needs to know of its reader: whose days they show. */
export const readerOf = ({ actor }: { actor: Pick<Actor, 'timeZone'> }) => ({ timeZone: actor.timeZone });

/** The acting person as the audit log and the use cases know them. */
export function actorOf(ctx: { actor: Actor; ip: string }) {
  const { userId, impersonatorId, companyId, roles, trail } = ctx.actor;
  return { userId, impersonatorId, companyId, roles, ip: ctx.ip, trail };
}

export type ActingUser = Omit<ReturnType<typeof actorOf>, 'trail'> & { trail?: Trail | undefined };
