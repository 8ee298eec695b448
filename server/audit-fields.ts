import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { auditLog, users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import type { Condition } from '#shared/lists/list.ts';
import type { Operator } from '#shared/lists/operators.ts';
import { asFlag, contains, type ListField, type ListFields } from '#server/lists/filter.ts';
import { isUuid } from '#shared/fields.ts';

export const actor = alias(users, 'actor');
export const impersonated = alias(users, 'impersonated');

/**
 * What the log may be filtered by (`rest: Companies`). `subject` is the subject's type, its id, or both as `type:id`;
 * `actor`, `impersonated` and `company` are names.
 */
export const auditFields: ListFields = {
  at: { kind: 'date', column: auditLog.at, isRequired: true },
  action: { kind: 'text', column: auditLog.action, isRequired: true },
  actor_id: idOf(auditLog.actorId),
  impersonated_id: idOf(auditLog.impersonatedId),
  company_id: idOf(auditLog.companyId),
  subject: { kind: 'text', column: auditLog.subjectId, order: null, match: matchSubject },
  actor: { kind: 'text', column: actor.fullName, order: null },
  impersonated: { kind: 'text', column: impersonated.fullName, order: null },
  company: { kind: 'text', column: companies.companyName, order: null },
  is_impersonation: {
    kind: 'flag',
    column: auditLog.impersonatedId,
    order: null,
    match: (_operator, value) =>
      asFlag(value) === null ? sql`false` : sql`(${auditLog.impersonatedId} is not null) = ${asFlag(value)}::boolean`,
  },
};

type Value = Condition['value'];
const list = (value: Value): string[] => (Array.isArray(value) ? value : [value]).map(String);

/** A text that no id can be finds nothing. */
function idOf(column: AnyPgColumn): ListField {
  const match = (_operator: Operator, value: Value): SQL => {
    if (value === null) return sql`${column} is null`;
    const ids = list(value).filter(isUuid);
    return ids.length ? sql`${column} in (${joined(ids.map((id) => sql`${id}::uuid`))})` : sql`false`;
  };
  return { kind: 'enum', column, order: null, match };
}

const whole = sql`(coalesce(${auditLog.subjectType}, '') || ':' || coalesce(${auditLog.subjectId}, ''))`;

function matchSubject(operator: Operator, value: Value): SQL {
  if (operator === 'ilike') return contains(whole, String(value));
  if (operator === 'not_ilike') return sql`not ${contains(whole, String(value))}`;
  if (value === null) return sql`${auditLog.subjectType} is null`;
  const parts = list(value).map((word) => isAbout(word.toLowerCase()));
  return parts.length > 0 ? sql`(${sql.join(parts, sql` or `)})` : sql`false`;
}

/** Both sides of the `or` have an index. Types are lower-case and hold no colon. */
function isAbout(word: string): SQL {
  const isAlone = sql`(lower(${auditLog.subjectId}) = ${word} or ${auditLog.subjectType} = ${word})`;
  const colon = word.indexOf(':');
  if (colon < 0) return isAlone;
  const [type, id] = [word.slice(0, colon), word.slice(colon + 1)];
  const isBoth = sql`coalesce(${auditLog.subjectType}, '') = ${type} and coalesce(lower(${auditLog.subjectId}), '') = ${id}`;
  return sql`(${isAlone} or (${isBoth}))`;
}

const joined = (parts: SQL[]) => sql.join(parts, sql`, `);
