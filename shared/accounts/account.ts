/** What a person does with the own account beside signing in: sessions, picture, status (`spec: access §3`). */
import * as z from 'zod/mini';
import { codes, timezones } from '#shared/catalogues.ts';
import { idField, nameField, phoneField } from '#shared/fields.ts';

export const ownSessionSchema = z.object({
  id: z.string(),
  device: z.enum(['computer', 'phone', 'tablet', 'unknown']),
  /** In words: `Chrome on Windows`. */
  browser: z.string(),
  /** `rest`: an app that signs in through the API. */
  kind: z.enum(['web', 'rest']),
  ip: z.nullable(z.string()),
  createdAt: z.date(),
  lastUsedAt: z.date(),
  /** The one that asks. */
  isCurrent: z.boolean(),
});

/** The most recently used ones, this one first; `total` counts those beyond the list too. */
export const ownSessionsSchema = z.object({ items: z.array(ownSessionSchema), total: z.number() });
export type OwnSessions = z.infer<typeof ownSessionsSchema>;

export const endSessionSchema = z.object({ id: idField });
export const endedSessionsSchema = z.object({ ended: z.number() });

export const accountStatuses = ['Active', 'Locked'] as const;
export type AccountStatus = (typeof accountStatuses)[number];
export const accountStatusSchema = z.object({ id: idField, status: z.enum(accountStatuses) });
export const accountStatusAnswerSchema = z.object({ id: z.string(), status: z.enum(accountStatuses) });

/** The account screen's form: the profile's own fields; the phone is an employee's. */
export const accountFormSchema = z.object({
  firstName: nameField,
  lastName: nameField,
  timezone: z.enum(codes(timezones)),
  phone: z.union([z.literal(''), phoneField]),
});
export type AccountForm = z.infer<typeof accountFormSchema>;
