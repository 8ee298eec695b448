/** Second factors: schemas and rules (`docs/product/access.md#second-factor`). */
import * as z from 'zod/mini';
import { idField, lineField, submittedPasswordField } from '#shared/fields.ts';

export const factorKinds = ['totp', 'passkey'] as const;
export type FactorKind = (typeof factorKinds)[number];
/** The ways to answer when a second factor is asked for. */
export const factorMethods = [...factorKinds, 'recovery_code'] as const;
export type FactorMethod = (typeof factorMethods)[number];

export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type PasskeyTransport = (typeof passkeyTransports)[number];

export const recoveryCodeCount = 10;
/** The alphabet leaves out letters and digits that look alike. */
export const recoveryCodeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
export const recoveryCodeLength = 24;
/** How many minutes a confirmation lasts before the person has to confirm their identity again. */
export const confirmedMinutes = 10;

/** Removes the spaces and hyphens that people type in a code. */
export const normalizeCode = (input: string): string => input.replace(/[\s-]/g, '').toUpperCase();
/** Whether a normal code is from an authenticator app, rather than a recovery code. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);
/** A recovery code in groups that are easy to read: `ABCD-EFGH-JKMN`. */
export const formatRecoveryCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code;

const codeField = z.pipe(
  z
    .string('errors.factorCodeRequired')
    .check(z.minLength(1, 'errors.factorCodeRequired'), z.maxLength(64, 'errors.factorCodeWrong')),
  z.transform(normalizeCode),
);
const ticketField = z.string().check(z.minLength(1), z.maxLength(4096));
const factorNameField = lineField(1, 60, 'errors.factorNameRequired');

export const factorNameFormSchema = z.object({ name: factorNameField });

const bytesField = z.string().check(z.maxLength(16_384), z.regex(/^[\w-]*$/));
const transportsField = z.optional(z.array(z.enum(passkeyTransports)).check(z.maxLength(10)));

/** The browser's answer to a request for a passkey, in the JSON format of the WebAuthn standard. */
export const passkeyAnswerSchema = z.object({
  id: bytesField.check(z.minLength(1)),
  rawId: bytesField,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.enum(['cross-platform', 'platform'])),
  clientExtensionResults: z.pipe(
    z.unknown(),
    z.transform(() => ({})),
  ),
  response: z.object({
    clientDataJSON: bytesField,
    authenticatorData: bytesField,
    signature: bytesField,
    userHandle: z.optional(bytesField),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswerSchema>;

export const newPasskeySchema = z.object({
  id: bytesField.check(z.minLength(1)),
  rawId: bytesField,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.enum(['cross-platform', 'platform'])),
  clientExtensionResults: z.pipe(
    z.unknown(),
    z.transform(() => ({})),
  ),
  response: z.object({
    clientDataJSON: bytesField,
    attestationObject: bytesField,
    transports: transportsField,
  }),
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

const credentialSchema = z.object({ id: z.string(), type: z.literal('public-key'), transports: transportsField });
/** What the browser needs to ask for a passkey. */
export const passkeyRequestSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(credentialSchema),
  userVerification: z.enum(['required', 'preferred', 'discouraged']),
});
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

/** The second step of a sign-in. It comes with the error `second_factor_required`. */
export const signInChallengeSchema = z.object({
  token: z.string(),
  methods: z.array(z.enum(factorMethods)),
  passkey: z.nullable(passkeyRequestSchema),
});
export type SignInChallenge = z.infer<typeof signInChallengeSchema>;

/** A second factor that a person submits: a code from an authenticator app, a recovery code, or a passkey. */
const submittedFactor = { code: z.optional(codeField), passkey: z.optional(passkeyAnswerSchema) };
export type SubmittedFactor = { code?: string | undefined; passkey?: PasskeyAnswer | undefined };

export const secondFactorSchema = z.object({ challenge: ticketField, ...submittedFactor });
export type SecondFactorRequest = z.infer<typeof secondFactorSchema>;
export const factorCodeFormSchema = z.object({
  code: z
    .string('errors.factorCodeRequired')
    .check(z.refine((input) => normalizeCode(input).length > 0, 'errors.factorCodeRequired')),
});

export const passkeyStartSchema = z.object({ ticket: z.string(), passkey: passkeyRequestSchema });
export const passkeyLoginSchema = z.object({
  ticket: ticketField,
  passkey: passkeyAnswerSchema,
  deviceId: z._default(z.string().check(z.maxLength(64), z.regex(/^[\x20-\x7e]*$/, 'errors.usePlainCharacters')), ''),
  tnTermsAccepted: z._default(z.boolean(), false),
});
export type PasskeyLogin = z.infer<typeof passkeyLoginSchema>;

export const factorSchema = z.object({
  id: z.string(),
  kind: z.enum(factorKinds),
  name: z.string(),
  createdAt: z.date(),
  lastUsedAt: z.nullable(z.date()),
});
export const factorsSchema = z.object({
  items: z.array(factorSchema),
  recoveryCodesLeft: z.number(),
  /** Whether the account must keep at least one factor. */
  isRequired: z.boolean(),
});
export type Factors = z.infer<typeof factorsSchema>;

export const startTotpSchema = z.object({ ticket: z.string(), secret: z.string(), uri: z.string() });
export const addTotpSchema = z.object({ ticket: ticketField, code: codeField, name: factorNameField });
export type AddTotp = z.infer<typeof addTotpSchema>;
export const addTotpFormSchema = z.object({
  name: factorNameField,
  code: z
    .string('errors.factorCodeRequired')
    .check(z.refine((input) => isAppCode(normalizeCode(input)), 'errors.factorCodeSixDigits')),
});
export const startPasskeySchema = z.object({
  ticket: z.string(),
  options: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
    timeout: z.number(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(credentialSchema),
    authenticatorSelection: z.object({
      residentKey: z.literal('preferred'),
      userVerification: z.literal('preferred'),
    }),
  }),
});
export type StartPasskey = z.infer<typeof startPasskeySchema>;
export const addPasskeySchema = z.object({ ticket: ticketField, passkey: newPasskeySchema, name: factorNameField });
export type AddPasskey = z.infer<typeof addPasskeySchema>;
/** The codes are shown only once. Null if the account already has codes. */
export const addedFactorSchema = z.object({ recoveryCodes: z.nullable(z.array(z.string())) });
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
export const renameFactorSchema = z.object({ id: idField, name: factorNameField });
export const factorIdSchema = z.object({ id: idField });

/** The ways in which a person can confirm their identity. */
export const confirmStartSchema = z.object({
  ticket: z.string(),
  hasPassword: z.boolean(),
  methods: z.array(z.enum(factorMethods)),
  passkey: z.nullable(passkeyRequestSchema),
});
export const confirmSchema = z.object({
  password: z.optional(submittedPasswordField),
  ticket: z.optional(ticketField),
  ...submittedFactor,
});
export type ConfirmRequest = z.infer<typeof confirmSchema>;
/** The tokens replace those of the request, which stop working. For the web, the refresh token is in its cookie. */
export const confirmedSchema = z.object({
  confirmedUntil: z.date(),
  accessToken: z.string(),
  refreshToken: z.nullable(z.string()),
});
export type Confirmed = z.infer<typeof confirmedSchema>;

/** Whether codes by text message can sign in to the account (`docs/product/access.md#codes-by-text-message`). */
export const textSignInSchema = z.object({
  /** False for people who are not drivers, and if this installation sends no texts. */
  isOffered: z.boolean(),
  /** Null if the account has no number that can get texts. */
  phone: z.nullable(z.string()),
  isOn: z.boolean(),
});
export type TextSignIn = z.infer<typeof textSignInSchema>;
/** The ticket of a code that was entered. The code was sent to the account's number. */
export const turnOnTextSignInSchema = z.object({ ticket: z.string().check(z.minLength(1), z.maxLength(4096)) });
