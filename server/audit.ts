import type { Database } from '#server/db/open.ts';
import { auditLog } from '#drizzle/schema/accounts.ts';

/** Who is behind a change: written with every audited act, under both names while impersonating. */
export type AuditActor = {
  userId: string | null;
  impersonatorId: string | null;
  ip: string | null;
  companyId?: string | null;
  trail?: Trail | undefined;
};

/** For what the worker does without a person. */
export const byWorker: AuditActor = { userId: null, impersonatorId: null, ip: null };

/** Whether a call of an impersonation has been written down by what it did; else the ladder does. */
export type Trail = { isWritten: boolean };

export type AuditEntry = {
  /** noun.verb, such as `company.create` */
  action: `${string}.${string}`;
  subject?: { type: string; id: string };
  companyId?: string | null;
  /** Facts for the reader; never a password, a token or a birth date. */
  detail?: Record<string, unknown>;
};

/** Writes to the append-only log in the transaction of the act itself. */
export async function audit(tx: Database, actor: AuditActor, entry: AuditEntry): Promise<void> {
  await auditAll(tx, [{ actor, entry }]);
}

/** The same for several acts at once, in one statement. */
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
