import type { Sql } from 'postgres';
import type { Role } from '#shared/access.ts';
import type { CompanyStatus } from '#shared/catalogues.ts';
import type { Keys } from './keys.ts';
import { readAccessToken } from './tokens.ts';

/** Who calls, as the database knows them now; a token's own words about roles are never believed. */
export type Actor = {
  userId: string;
  roles: Role[];
  sessionId: string;
  sessionKind: 'web' | 'rest';
  deviceId: string;
  isEmailVerified: boolean;
  mustChangePassword: boolean;
  companyId: string | null;
  companyStatus: CompanyStatus | null;
  /** The admin behind an impersonation. */
  impersonatorId: string | null;
};

type Row = {
  roles: Role[];
  kind: 'web' | 'rest';
  is_email_verified: boolean;
  must_change_password: boolean;
  company_id: string | null;
  company_status: CompanyStatus | null;
};

/**
 * The caller behind a bearer token; null when the token is not ours or too old, or when the session was ended, the
 * account changed, locked or deleted since: a revoked session stops at its next request.
 */
export async function authenticate(sql: Sql, keys: Keys, token: string): Promise<Actor | null> {
  const claims = await readAccessToken(keys, token);
  if (!claims) return null;
  const [row] = await sql<Row[]>`
    select u.roles, s.kind, u.email_verified_at is not null as is_email_verified, u.must_change_password,
      e.company_id, c.status as company_status
    from sessions s
    join users u on u.id = s.user_id
    left join employees e on e.user_id = u.id and e.active
    left join companies c on c.id = e.company_id
    where s.id = ${claims.sessionId} and s.user_id = ${claims.impersonatorId ?? claims.userId} and s.ended_at is null
      and u.session_version = ${claims.sessionVersion} and u.status = 'Active'`;
  if (!row || claims.impersonatorId) return null;
  return {
    userId: claims.userId,
    roles: row.roles,
    sessionId: claims.sessionId,
    sessionKind: row.kind,
    deviceId: claims.deviceId,
    isEmailVerified: row.is_email_verified,
    mustChangePassword: row.must_change_password,
    companyId: row.company_id,
    companyStatus: row.company_status,
    impersonatorId: claims.impersonatorId,
  };
}
