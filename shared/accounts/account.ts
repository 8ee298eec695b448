/** Schemas for managing one's own account: sessions, picture and status (`docs/product/access.md#profiles`). */
import * as z from 'zod/mini';
import { codes, timezones } from '#shared/catalogues.ts';
import { isEmailAddress } from '#shared/email-address.ts';
import {
  idField,
  isLongEnoughName,
  nameField,
  optionalOfficePhoneField,
  phoneExtensionInputField,
  lineField,
  loginEmailField,
} from '#shared/fields.ts';
import { nameRules } from '#shared/names.ts';
import { type Text, text } from '#shared/texts/texts.ts';

export const ownSessionSchema = z.object({
  id: z.string(),
  device: z.enum(['computer', 'phone', 'tablet', 'unknown']),
  /** A readable name, such as `Chrome on Windows`. */
  browser: z.string(),
  /** `rest` is an app that signs in through the API. */
  kind: z.enum(['web', 'rest']),
  ip: z.nullable(z.string()),
  createdAt: z.date(),
  lastUsedAt: z.date(),
  /** The session ends after this many minutes without use. */
  idleMinutes: z.number(),
  /** When the session ends even if it is used. */
  endsAt: z.date(),
  /** True for the session that sends this request. */
  isCurrent: z.boolean(),
});

/** The current session first, then the most recently used. `total` also counts sessions beyond the list. */
export const ownSessionsSchema = z.object({ items: z.array(ownSessionSchema), total: z.number() });
export type OwnSessions = z.infer<typeof ownSessionsSchema>;

export const endSessionSchema = z.object({ id: idField });
export const endedSessionsSchema = z.object({ ended: z.number() });

export const accountStatuses = ['Active', 'Locked'] as const;
export type AccountStatus = (typeof accountStatuses)[number];
export const accountStatusLabels: Readonly<Record<AccountStatus, Text>> = {
  Active: text('common.active'),
  Locked: text('common.locked'),
};
/** What a status means. Null if the word says it all. */
export const accountStatusExplanations: Readonly<Record<AccountStatus, Text | null>> = {
  Active: null,
  Locked: text('labels.personLockedExplained'),
};
export const accountStatusSchema = z.object({ id: idField, status: z.enum(accountStatuses) });
export const accountStatusAnswerSchema = z.object({ id: z.string(), status: z.enum(accountStatuses) });

/** The form of the account screen. Only employees have a phone field in it. */
export const accountFormSchema = z.object({
  firstName: nameField,
  lastName: nameField,
  timezone: z.enum(codes(timezones)),
  phone: optionalOfficePhoneField,
  phoneExtension: phoneExtensionInputField,
});
export type AccountForm = z.infer<typeof accountFormSchema>;

/** Request and answer schemas for recommending the product to a friend (`docs/product/access.md#recommend`). */
export const recommendSchema = z.object({
  fullName: lineField(1, 100, 'errors.recommendNameRequired').check(
    z.refine(isLongEnoughName, 'errors.recommendNameShort'),
    ...nameRules,
  ),
  email: loginEmailField.check(z.refine(isEmailAddress, 'errors.emailInvalid')),
});
export type RecommendRequest = z.infer<typeof recommendSchema>;

export const recommendAnswerSchema = z.object({
  /** The sign-up screen with the friend's name and address filled in. */
  invitationLink: z.string(),
  /** The message to send, with the link. */
  defaultText: z.string(),
});
export type RecommendAnswer = z.infer<typeof recommendAnswerSchema>;
