/** The log of who did what, when, from where, as whom (`rest: Companies`, `product: Accounts and sessions`). */
import * as z from 'zod/mini';
import { idField } from '#shared/fields.ts';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';

const text = z.nullable(z.string());

export const auditItemSchema = z.object({
  id: z.string(),
  at: z.date(),
  /** Who acted; null: the product by itself. While impersonating this is the administrator. */
  actorId: text,
  actorName: text,
  actorEmail: text,
  /** As whom, while impersonating. */
  impersonatedId: text,
  impersonatedName: text,
  companyId: text,
  companyName: text,
  /** noun.verb, such as `company.update`. */
  action: z.string(),
  subject: z.nullable(z.object({ type: z.string(), id: text })),
  subjectName: text,
  ip: text,
  detail: z.nullable(z.record(z.string(), z.unknown())),
});
export type AuditItem = z.infer<typeof auditItemSchema>;
export const auditPageSchema = pageOf(auditItemSchema);

export const auditSearchSchema = z.extend(searchSchema, pageFields());
/** Empty: the own company's; an administrator may name one. */
export const companyLogSchema = z.extend(searchSchema, { companyId: z.optional(idField), ...pageFields() });
export const companyLogExportSchema = z.extend(searchSchema, { companyId: z.optional(idField) });
