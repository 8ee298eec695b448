import type { Role } from '#shared/access/access.ts';
import { isAdminSide, isEmployeeRole } from '#shared/access/authority.ts';

/** How long a session may be unused, and how long it lasts at most (`docs/product/access.md#length-of-sessions`). */
export type SessionLimit = { maxIdleMs: number; maxAgeMs: number };
export type SessionLimits = Record<'driver' | 'employer' | 'admin', SessionLimit>;

/**
 * Returns the limit of an account. If it has several roles, the role that can do the most damage counts, also for a session that
 * opens only a part of them.
 */
export function getSessionLimit(limits: SessionLimits, userRoles: readonly Role[]): SessionLimit {
  if (isAdminSide(userRoles)) return limits.admin;
  return userRoles.some(isEmployeeRole) ? limits.employer : limits.driver;
}

type Times = { createdAt: Date; lastUsedAt: Date; expiresAt: Date };

/** Returns when a session ends even if it is in use. A role that was added later can make it end sooner. */
export function sessionDeadline({ maxAgeMs: maxMs }: SessionLimit, { createdAt, expiresAt }: Omit<Times, 'lastUsedAt'>): Date {
  return new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + maxMs));
}

export function hasTimedOut(limit: SessionLimit, times: Times, now = Date.now()): boolean {
  return times.lastUsedAt.getTime() + limit.maxIdleMs <= now || sessionDeadline(limit, times).getTime() <= now;
}

/** Whether to store a use. A precision of a thirtieth of the limit is enough, so that most requests write nothing. */
export function isWorthStoring({ maxIdleMs: idleMs }: SessionLimit, lastUsedAt: Date, usedAt: Date): boolean {
  return usedAt.getTime() - lastUsedAt.getTime() >= idleMs / 30;
}
