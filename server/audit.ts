import type { SubjectKind } from '#shared/admin/audit.ts';
import type { Database } from '#server/db/open.ts';
import { auditLog } from '#drizzle/schema/accounts.ts';

/** The person behind a change. While impersonating, every entry has both names. */
export type AuditActor = {
  userId: string | null;
  impersonatorId: string | null;
  ip: string | null;
  companyId?: string | null;
  trail?: Trail | undefined;
};

/** The actor for the worker's own changes. */
export const byWorker: AuditActor = { userId: null, impersonatorId: null, ip: null };

/** Whether the use case has already logged this impersonated call. If not, `writeTrail` in trpc.ts logs it. */
export type Trail = { isWritten: boolean };

export type AuditEntry = {
  /** Named noun.verb, such as `company.create`. */
  action: `${string}.${string}`;
  subject?: { type: SubjectKind; id: string };
  companyId?: string | null;
  /** Facts for the reader. Never a password, a token or a birth date. */
  detail?: Record<string, unknown>;
};

/** Adds an entry to the append-only log, in the transaction of the change. */
export async function audit(tx: Database, actor: AuditActor, entry: AuditEntry): Promise<void> {
  await auditAll(tx, [{ actor, entry }]);
}

/** Adds several entries in one statement. */
export async function auditAll(tx: Database, acts: readonly { actor: AuditActor; entry: AuditEntry }[]): Promise<void> {
  if (acts.length === 0) return;
  await tx.insert(auditLog).values(
    acts.map(({ actor, entry: { action, subject, companyId, detail } }) => ({
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
  for (const { actor } of acts) if (actor.trail) actor.trail.isWritten = true;
}
