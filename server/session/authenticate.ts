import type { Sql } from 'postgres';
import type { Trail } from '#server/audit/audit.ts';
import { AppError } from '#server/errors.ts';
import { can, companyRolesOf, isImpersonable, type Role } from '#shared/access/access.ts';
import { isAdminSide } from '#shared/access/authority.ts';
import { confirmedMinutes } from '#shared/accounts/factors.ts';
import type { CompanyStatus, Timezone } from '#shared/catalogues.ts';
import { text } from '#shared/texts/texts.ts';
import { platformZone } from '#shared/time-zone.ts';
import type { AccessClaims } from './keys.ts';
import { readStreamTicket } from './one-time-tokens.ts';
import { hasTimedOut, isWorthStoring, getSessionLimit } from './session-limits.ts';
import { rolesOfSession, type SessionServices } from './sessions.ts';
import { readAccessToken } from './tokens.ts';

/**
 * Messages for actions that require a verified email address. Otherwise someone whom we cannot reach could post public jobs
 * and create accounts for other people's addresses.
 */
const unverifiedEmailMessages = {
  post: text('errors.verifyEmailToPost'),
  add_people: text('errors.verifyEmailToAddPeople'),
  impersonate: text('errors.verifyEmailToImpersonate'),
  create_company: text('errors.verifyEmailToCreateCompany'),
  upload: text('errors.verifyEmailToUpload'),
};

export type VerifiedPurpose = keyof typeof unverifiedEmailMessages;

/** @throws email_unverified */
export function assertEmailVerified({ isEmailVerified }: { isEmailVerified: boolean }, purpose: VerifiedPurpose): void {
  if (!isEmailVerified) throw new AppError('email_unverified', unverifiedEmailMessages[purpose]);
}

/** Whether accounts with these roles must have a second factor (`docs/product/access.md#second-factor`). */
export const requiresFactor = ({ requireSecondFactor }: { requireSecondFactor: boolean }, userRoles: readonly Role[]): boolean =>
  requireSecondFactor && isAdminSide(userRoles);

/** @throws step_up_required if the person proved who they are too long ago, or never */
export function assertConfirmed({ confirmedAt }: { confirmedAt?: Date | undefined }): void {
  if (!confirmedAt || confirmedAt.getTime() + confirmedMinutes * 60 * 1000 <= Date.now())
    throw new AppError('step_up_required', text('errors.stepUpRequired'));
}

/** The caller, as stored in the database now. The roles in a token are never trusted. */
export type Actor = {
  userId: string;
  roles: Role[];
  sessionId: string;
  deviceId: string;
  isEmailVerified: boolean;
  mustChangePassword: boolean;
  hasFactor: boolean;
  /** When the person last proved who they are in this session. */
  confirmedAt: Date;
  timeZone: Timezone;
  companyId: string | null;
  companyStatus: CompanyStatus | null;
  /** The administrator behind an impersonation. */
  impersonatorId: string | null;
  /** The company whose identity provider opened the session. */
  providerCompanyId: string | null;
  /** Whether the session does not open the person's company, which requires its identity provider. */
  isPrivate: boolean;
  /** When the access token expires. A live stream ends at the same time. */
  endsAt: Date;
  /** The token's claims, for a stream that checks access again later. */
  claims: AccessClaims;
  /** Tracks whether this impersonated call has been logged yet. */
  trail?: Trail;
};

type Row = {
  roles: Role[];
  is_email_verified: boolean;
  must_change_password: boolean;
  has_factor: boolean;
  confirmed_ms: number;
  timezone: Timezone | null;
  company_id: string | null;
  company_status: CompanyStatus | null;
  provider_company_id: string | null;
  is_private: boolean;
  /** The session of the person who is really there. While impersonating, that is the administrator's. */
  own_session_id: string;
  own_roles: Role[];
  own_created_ms: number;
  own_used_ms: number;
  own_expires_ms: number;
};

type Authenticating = SessionServices & { sql: Sql };

/**
 * Finds the caller of a bearer token. Null if the token is invalid or expired, if its session has ended, or if the account
 * was locked, deleted or changed since then. A revoked session is refused at its next request.
 * @param usedAt when the person last did something, which extends the session. Null if the request does not say
 */
export async function authenticate(services: Authenticating, token: string, usedAt: Date | null): Promise<Actor | null> {
  const claims = await readAccessToken(services.keys, token);
  return claims && findActor(services, claims, usedAt);
}

/** Finds the caller of a live stream's ticket, which works only for streams. A stream does not extend the session. */
export async function authenticateStream(services: Authenticating, ticket: string): Promise<Actor | null> {
  const claims = await readStreamTicket(services.keys, ticket);
  return claims && findActor(services, claims, null);
}

/** Reads the caller from the database. Null if the session of the claims has ended. */
export async function findActor(services: Authenticating, claims: AccessClaims, usedAt: Date | null): Promise<Actor | null> {
  const { sql, settings } = services;
  if (claims.expiresAt.getTime() <= Date.now()) return null;
  const row = claims.impersonatorId === null ? await findOwnSession(sql, claims) : await findImpersonatedSession(sql, claims);
  if (!row) return null;
  const limit = getSessionLimit(settings.sessionLimits, row.own_roles);
  const [createdAt, lastUsedAt] = [new Date(row.own_created_ms), new Date(row.own_used_ms)];
  if (hasTimedOut(limit, { createdAt, lastUsedAt, expiresAt: new Date(row.own_expires_ms) })) return null;
  if (usedAt && isWorthStoring(limit, lastUsedAt, usedAt)) await storeLastUse(sql, row.own_session_id, usedAt);
  return {
    userId: claims.userId,
    roles: rolesOfSession(row.roles, { providerCompanyId: row.provider_company_id, isPrivate: row.is_private }),
    sessionId: claims.sessionId,
    deviceId: claims.deviceId,
    isEmailVerified: row.is_email_verified,
    mustChangePassword: row.must_change_password,
    hasFactor: row.has_factor,
    confirmedAt: new Date(row.confirmed_ms),
    timeZone: row.timezone ?? platformZone,
    companyId: row.company_id,
    companyStatus: row.company_status,
    impersonatorId: claims.impersonatorId,
    providerCompanyId: row.provider_company_id,
    isPrivate: row.is_private,
    endsAt: claims.expiresAt,
    claims,
  };
}

async function storeLastUse(sql: Sql, sessionId: string, usedAt: Date): Promise<void> {
  const at = usedAt.toISOString();
  await sql`update sessions set last_used_at = ${at} where id = ${sessionId} and last_used_at < ${at}`;
}

const selectSessionTimes = (sql: Sql, session: 's' | 'own', account: 'u' | 'admin') => sql`
  ${sql(session)}.id as own_session_id, ${sql(account)}.roles as own_roles,
  (extract(epoch from ${sql(session)}.created_at) * 1000)::float8 as own_created_ms,
  (extract(epoch from ${sql(session)}.last_used_at) * 1000)::float8 as own_used_ms,
  (extract(epoch from ${sql(session)}.expires_at) * 1000)::float8 as own_expires_ms`;

/**
 * A session that a company's provider opened works only while the person works for that company. A private session has no
 * company.
 */
async function findOwnSession(sql: Sql, { userId, sessionId, sessionVersion }: AccessClaims): Promise<Row | undefined> {
  const [row] = await sql<Row[]>`
    select u.roles, u.email_verified_at is not null as is_email_verified, u.must_change_password, u.timezone,
      exists (select 1 from factors f where f.user_id = u.id) as has_factor,
      (extract(epoch from s.confirmed_at) * 1000)::float8 as confirmed_ms, e.company_id, c.status as company_status,
      s.provider_company_id, s.is_private, ${selectSessionTimes(sql, 's', 'u')}
    from sessions s
    join users u on u.id = s.user_id
    left join employees e on e.user_id = u.id and e.active and not s.is_private
    left join companies c on c.id = e.company_id
    where s.id = ${sessionId} and s.user_id = ${userId} and s.ended_at is null and s.impersonator_session_id is null
      and u.session_version = ${sessionVersion} and u.status = 'Active'
      and (s.provider_company_id is null or s.provider_company_id = e.company_id)`;
  return row;
}

/** Both accounts and both sessions must be unchanged since the impersonation started. */
async function findImpersonatedSession(sql: Sql, claims: AccessClaims): Promise<Row | undefined> {
  const [row] = await sql<Row[]>`
    select u.roles, u.email_verified_at is not null as is_email_verified, u.must_change_password, u.timezone,
      exists (select 1 from factors f where f.user_id = u.id) as has_factor,
      (extract(epoch from s.confirmed_at) * 1000)::float8 as confirmed_ms, e.company_id, c.status as company_status,
      null as provider_company_id, false as is_private, ${selectSessionTimes(sql, 'own', 'admin')}
    from sessions s
    join users u on u.id = s.user_id
    join employees e on e.user_id = u.id and e.active
    join companies c on c.id = e.company_id
    join sessions own on own.id = s.impersonator_session_id
    join users admin on admin.id = own.user_id
    where s.id = ${claims.sessionId} and s.user_id = ${claims.userId} and s.ended_at is null
      and u.session_version = ${claims.sessionVersion} and u.status = 'Active'
      and own.user_id = ${claims.impersonatorId} and own.ended_at is null
      and admin.session_version = ${claims.impersonatorVersion ?? null} and admin.status = 'Active'`;
  if (!row || !can(row.own_roles, 'account.impersonate') || !isImpersonable(row.roles)) return undefined;
  return { ...row, roles: companyRolesOf(row.roles) };
}

/**
 * Returns a signal that ends a stream when its access token expires. The web reconnects with a new token, which a person who
 * was locked, deactivated or signed out does not get. This also enforces the 600 seconds of an impersonation.
 */
export function abortAtEnd({ endsAt }: Actor, signal: AbortSignal | undefined): AbortSignal {
  const end = AbortSignal.timeout(Math.max(0, endsAt.getTime() - Date.now()));
  return signal ? AbortSignal.any([signal, end]) : end;
}
