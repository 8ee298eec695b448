/** Acting as a company's person on the wire (`spec: access §3, §4`, `rest: Access`, `product: Accounts and sessions`). */
import * as z from 'zod/mini';
import { idField } from '#shared/fields.ts';

/** Seconds that an impersonation lasts; Renew begins them anew (`spec: access §9`). */
export const impersonationSeconds = 600;
/** What every impersonation sends as its device id (`spec: access §3`). */
export const impersonationDeviceId = 'test';

/** Kept in the company's own log, in the admin's words. */
const reasonField = z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters'));

export const impersonateSchema = z.object({
  userId: idField,
  deviceId: z._default(
    z.string().check(z.maxLength(64), z.regex(/^[\x20-\x7e]*$/, 'Use plain characters')),
    impersonationDeviceId,
  ),
  /** While impersonating the role is always this one (`spec: access §6`). */
  role: z._default(z.literal('employer', 'The role is employer'), 'employer'),
  reason: z.optional(z.nullable(reasonField)),
});
export type Impersonate = z.infer<typeof impersonateSchema>;

export const impersonateAnswerSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  accessToken: z.string(),
  /** Null to the web, whose refresh token travels in a cookie. Brings new tokens with the same end, never a later one. */
  refreshToken: z.nullable(z.string()),
});
export type ImpersonateAnswer = z.infer<typeof impersonateAnswerSchema>;
