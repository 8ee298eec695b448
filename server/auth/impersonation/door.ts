import type { Impersonate, ImpersonateAnswer } from '#shared/access/impersonation.ts';
import type { Database } from '#server/db/open.ts';
import { endImpersonations, ofSessions } from '#server/session/end-impersonation.ts';
import { sessionOfRefreshToken } from '#server/session/refresh.ts';
import { sessionIdOf } from '#server/session/refresh-tokens.ts';
import type { Actor } from '#server/session/authenticate.ts';
import type { Context, Door } from '#server/trpc.ts';
import { clientOf, handOver } from '#server/auth/door.ts';
import { impersonate } from './impersonate.ts';

/** Starts or renews; the web's cookie of the admin's own session is put aside under its own name, once. */
export async function beginImpersonation(ctx: Context & { actor: Actor }, input: Impersonate): Promise<ImpersonateAnswer> {
  const { services, door, actor } = ctx;
  const { userId, sessionId } = actor;
  const replaces = door.refreshToken ? await sessionOfRefreshToken(services.db, services.keys, door.refreshToken) : null;
  const answer = await impersonate(services, { userId, sessionId, client: clientOf(ctx), replaces }, input);
  putAside(door, sessionId);
  return handOver(door, answer);
}

function putAside(door: Door, sessionId: string): void {
  const isOwn = (token: string | null): token is string => token !== null && sessionIdOf(token) === sessionId;
  if (!isOwn(door.admin.refreshToken) && isOwn(door.refreshToken)) door.admin.keepRefreshToken(door.refreshToken);
}

/** Ends the web's impersonation, also one that ran out, and gives the admin's own session its cookie back. */
export async function leaveImpersonation({ services, door, actor, ip }: Context): Promise<Record<never, never>> {
  const { db, keys } = services;
  const named = door.refreshToken ? await sessionOfRefreshToken(db, keys, door.refreshToken) : null;
  const ids = [actor?.impersonatorId ? actor.sessionId : null, named].filter((id) => id !== null);
  await leave(db, ids, ip);
  if (door.admin.refreshToken) {
    door.keepRefreshToken(door.admin.refreshToken);
    door.admin.keepRefreshToken(null);
  }
  return {};
}

/** Only impersonations end here, whatever the sessions are. */
async function leave(db: Database, ids: readonly string[], ip: string): Promise<void> {
  if (ids.length > 0) await db.transaction((tx) => endImpersonations(tx, ofSessions(ids), { reason: 'left', ip }));
}
