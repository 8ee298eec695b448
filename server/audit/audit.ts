import { asc, inArray, lt } from 'drizzle-orm';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { securityEvents } from '#drizzle/schema/security-events.ts';
import type { Database } from '#server/db/open.ts';
import type { SubjectKind } from '#shared/admin/audit.ts';
import { isSecurityAction } from '#shared/admin/security-events.ts';
import { dayMs } from '#shared/days.ts';

/** The person behind a change. While impersonating, every entry has both names. */
export type AuditActor = {
  userId: string | null;
  impersonatorId: string | null;
  ip: string | null;
  companyId?: string | null;
  trail?: Trail | undefined;
};

/** The actor for the worker's own changes. */
export const workerActor: AuditActor = { userId: null, impersonatorId: null, ip: null };

/** Whether the use case has already logged this impersonated call. If not, `writeTrail` in trpc.ts logs it. */
export type Trail = { isWritten: boolean };

export type AuditEntry = {
  /** The action in the form noun.verb, such as `company.create`. */
  action: `${string}.${string}`;
  subject?: { type: SubjectKind; id: string };
  companyId?: string | null;
  /** Facts for the reader. They never include a password, a token or a birth date. */
  detail?: Record<string, unknown>;
};

/** Adds an entry to the append-only log, in the transaction of the change. */
export async function audit(tx: Database, actor: AuditActor, entry: AuditEntry): Promise<void> {
  await auditAll(tx, [{ actor, entry }]);
}

/** Adds several entries in one statement. */
export async function auditAll(tx: Database, records: readonly { actor: AuditActor; entry: AuditEntry }[]): Promise<void> {
  if (records.length === 0) return;
  await tx.insert(auditLog).values(
    records.map(({ actor, entry: { action, subject, companyId, detail } }) => ({
      actorId: actor.impersonatorId ?? actor.userId,
      impersonatedId: actor.impersonatorId ? actor.userId : null,
      companyId: companyId ?? actor.companyId ?? null,
      action,
      subjectType: subject?.type ?? null,
      subjectId: subject?.id ?? null,
      ip: actor.ip,
      detail: detail ?? null,
    })),
  );
  await recordSecurityEvents(tx, records);
  for (const { actor } of records) if (actor.trail) actor.trail.isWritten = true;
}

/** Records changes of access as security events too, in the same transaction as the change. */
async function recordSecurityEvents(tx: Database, records: readonly { actor: AuditActor; entry: AuditEntry }[]): Promise<void> {
  const rows = records
    .filter(({ entry }) => isSecurityAction(entry.action))
    .map(({ actor, entry: { action, subject, companyId, detail } }) => ({
      event: action,
      userId: actor.impersonatorId ?? actor.userId,
      impersonatedId: actor.impersonatorId ? actor.userId : null,
      companyId: companyId ?? actor.companyId ?? null,
      ip: actor.ip,
      detail: subject || detail ? { ...detail, ...(subject ? { [subject.type]: subject.id } : {}) } : null,
    }));
  if (rows.length > 0) await tx.insert(securityEvents).values(rows);
}

const deletionBatchSize = 5000;

/**
 * Deletes entries that are older than the given number of days (`docs/data.md`). The database refuses to delete entries of the
 * last year.
 */
export async function sweepAudit(db: Database, days: number): Promise<number> {
  const oldEntries = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(lt(auditLog.at, new Date(Date.now() - days * dayMs)))
    .orderBy(asc(auditLog.at))
    .limit(deletionBatchSize);
  const deletedEntries = await db.delete(auditLog).where(inArray(auditLog.id, oldEntries)).returning({ id: auditLog.id });
  return deletedEntries.length;
}
