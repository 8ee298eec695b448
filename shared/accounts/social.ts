/** Request and answer schemas of social sign-in (`docs/product/access.md#social-sign-in`). */
import * as z from 'zod/mini';
import { socialSources } from './sign-in.ts';

const sourceField = z.enum(socialSources);
const namePartField = z.optional(z.string().check(z.maxLength(300)));

export const socialLoginSchema = z.object({
  /** The provider's ID token. Facebook's access token works too. */
  token: z
    .string('errors.noTokenProvided')
    .check(z.minLength(1, 'errors.noTokenProvided'), z.maxLength(16_384, 'errors.thisTokenIsTooLong')),
  source: sourceField,
  deviceId: z._default(z.string().check(z.maxLength(64), z.regex(/^[\x20-\x7e]*$/, 'errors.usePlainCharacters')), ''),
  /** A push notification address that legacy clients send. Nothing is sent to it. */
  deviceToken: z.optional(z.nullable(z.string().check(z.maxLength(4096)))),
  /** The ticket from `socialStart`, which proves that this browser requested this token. Required from the web. */
  ticket: z.optional(z.string().check(z.maxLength(2048))),
  /** Apple sends the name next to its token, and only once. It is used for a new account and never changes an existing one. */
  firstName: namePartField,
  lastName: namePartField,
  tnTermsAccepted: z._default(z.boolean(), false),
});
export type SocialLoginRequest = z.infer<typeof socialLoginSchema>;

export const socialStartSchema = z.object({ source: sourceField });
/** The URL to send the browser to, and what the browser keeps until it returns. */
export const socialStartAnswerSchema = z.object({ address: z.string(), ticket: z.string(), state: z.string() });
