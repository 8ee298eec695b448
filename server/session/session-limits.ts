import type { Role } from '#shared/access/access.ts';
import { isAdminSide, isEmployeeRole } from '#shared/access/authority.ts';

/** How long a session lives without use, and at most (`docs/product/access.md#length-of-sessions`). */
export type SessionLimit = { idleMs: number; maxMs: number };
export type SessionLimits = Record<'driver' | 'employer' | 'admin', SessionLimit>;

/** The limit of an account. Of several roles, the one that can do the most damage counts. */
export function sessionLimitOf(limits: SessionLimits, userRoles: readonly Role[]): SessionLimit {
  if (isAdminSide(userRoles)) return limits.admin;
  return userRoles.some(isEmployeeRole) ? limits.employer : limits.driver;
}

type Times = { createdAt: Date; lastUsedAt: Date; expiresAt: Date };

/** When a session ends even if it is used. Roles that were added later can bring the end forward. */
export function sessionDeadline({ maxMs }: SessionLimit, { createdAt, expiresAt }: Omit<Times, 'lastUsedAt'>): Date {
  return new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + maxMs));
}

export function hasTimedOut(limit: SessionLimit, times: Times, now = Date.now()): boolean {
  return times.lastUsedAt.getTime() + limit.idleMs <= now || sessionDeadline(limit, times).getTime() <= now;
}

/** Whether a use is worth storing. Most requests write nothing, because a thirtieth of the limit is precise enough. */
export function isWorthStoring({ idleMs }: SessionLimit, lastUsedAt: Date, usedAt: Date): boolean {
  return usedAt.getTime() - lastUsedAt.getTime() >= idleMs / 30;
}
