/** The request and answer schemas of impersonation (`docs/product/access.md#impersonation`). */
import * as z from 'zod/mini';
import { idField } from '#shared/fields.ts';

/** Seconds until an impersonation ends. Renewing it restarts the time. */
export const impersonationSeconds = 600;
/** Impersonation requests always send this device id. */
export const impersonationDeviceId = 'test';

/** The administrator's reason, which the company can read in its own log. */
const reasonField = z.string().check(z.trim(), z.maxLength(200, 'errors.tooLong'));

export const impersonateSchema = z.object({
  userId: idField,
  deviceId: z._default(
    z.string().check(z.maxLength(64), z.regex(/^[\x20-\x7e]*$/, 'errors.usePlainCharacters')),
    impersonationDeviceId,
  ),
  /** The only role while impersonating. */
  role: z._default(z.literal('employer', 'errors.roleMustBeEmployer'), 'employer'),
  reason: z.optional(z.nullable(reasonField)),
});
export type Impersonate = z.infer<typeof impersonateSchema>;

export const impersonateAnswerSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  accessToken: z.string(),
  /** Null for the web, which keeps the refresh token in a cookie. Refreshing never extends the impersonation. */
  refreshToken: z.nullable(z.string()),
});
export type ImpersonateAnswer = z.infer<typeof impersonateAnswerSchema>;
