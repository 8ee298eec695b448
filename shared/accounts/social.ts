/** Signing in with somebody else's word for who one is (`spec: access §2, §3`, `product: Accounts and sessions`). */
import * as z from 'zod/mini';
import { socialSources } from './social-sources.ts';

const sourceField = z.enum(socialSources);
const namePartField = z.optional(z.string().check(z.maxLength(300)));

export const socialLoginSchema = z.object({
  /** An ID token of the provider; of Facebook an access token will do too. */
  token: z.string('No token provided').check(z.minLength(1, 'No token provided'), z.maxLength(16_384, 'This token is too long')),
  source: sourceField,
  deviceId: z._default(z.string().check(z.maxLength(64), z.regex(/^[\x20-\x7e]*$/, 'Use plain characters')), ''),
  /** A phone's address for notifications, which legacy clients send; nothing is sent there. */
  deviceToken: z.optional(z.nullable(z.string().check(z.maxLength(4096)))),
  /** What `socialStart` gave: proof that this browser asked for this very token. The web's door asks for it. */
  ticket: z.optional(z.string().check(z.maxLength(2048))),
  /** Apple tells the name beside its token and once only; used for a new account, never for one that is there. */
  firstName: namePartField,
  lastName: namePartField,
  tnTermsAccepted: z._default(z.boolean(), false),
});
export type SocialLoginRequest = z.infer<typeof socialLoginSchema>;

export const socialStartSchema = z.object({ source: sourceField });
/** Where the browser goes, and what it keeps until it is back. */
export const socialStartAnswerSchema = z.object({ address: z.string(), ticket: z.string(), state: z.string() });
