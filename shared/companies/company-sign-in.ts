/** Schemas of signing in with a company's own identity provider (`docs/product/access.md#company-sign-in`). */
import * as z from 'zod/mini';
import { toAsciiDomain } from '#shared/email-address.ts';
import { loginEmailField } from '#shared/fields.ts';

/** `example.com`: labels of letters, digits and hyphens, at least two of them. */
const domainPattern = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/;
const domainField = z
  .string('errors.domainInvalid')
  .check(z.trim(), z.overwrite(toAsciiDomain), z.toLowerCase(), z.regex(domainPattern, 'errors.domainInvalid'));
const issuerField = z
  .string('errors.issuerInvalid')
  .check(z.trim(), z.maxLength(300), z.regex(/^https?:\/\/[^\s?#]+$/, 'errors.issuerInvalid'));

export const saveCompanySignInSchema = z.object({
  domain: domainField,
  issuer: issuerField,
  clientId: z.string('errors.clientIdRequired').check(z.trim(), z.minLength(1, 'errors.clientIdRequired'), z.maxLength(200)),
  /** Absent to keep the stored secret. */
  clientSecret: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
  isRequired: z.boolean(),
  createsAccounts: z.boolean(),
});
export type SaveCompanySignIn = z.infer<typeof saveCompanySignInSchema>;

export const companySignInSchema = z.object({
  domain: z.string(),
  domainVerifiedAt: z.nullable(z.date()),
  /** The TXT record that proves the domain. */
  dnsRecord: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  isRequired: z.boolean(),
  createsAccounts: z.boolean(),
});
export type CompanySignIn = z.infer<typeof companySignInSchema>;

export const companySignInSettingsSchema = z.object({
  /** The address that the provider must allow. */
  redirectUri: z.string(),
  settings: z.nullable(companySignInSchema),
});

export const startCompanySignInSchema = z.object({ email: loginEmailField });
export const companySignInStartSchema = z.object({ address: z.string(), ticket: z.string(), state: z.string() });

const limitedText = (max: number) => z.string().check(z.maxLength(max));
export const finishCompanySignInSchema = z.object({
  ticket: limitedText(4096),
  code: limitedText(4096),
  state: limitedText(200),
  /** The issuer that the provider names in its answer (RFC 9207). */
  iss: z.optional(limitedText(300)),
  deviceId: z._default(limitedText(64), ''),
  tnTermsAccepted: z._default(z.boolean(), false),
});
export type FinishCompanySignIn = z.infer<typeof finishCompanySignInSchema>;
