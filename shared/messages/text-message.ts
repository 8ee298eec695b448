import * as z from 'zod/mini';
import { idField } from '#shared/fields.ts';
/** Text messages (SMS) to drivers (`docs/product/messages.md#text-messages`). */
import { type TextCommand, textCommandNames, textCommandWords } from '#shared/texts/languages.ts';
import { languages } from '#shared/texts/texts.ts';
import { addDays, instantOf, localTimeIn, type TimeZone } from '#shared/time-zone.ts';

/** The delivery states of a text message. `no_consent`: the driver ended the consent before it was sent, so it was not sent. */
export const textStates = ['waiting', 'sent', 'delivered', 'failed', 'no_consent'] as const;
export type TextState = (typeof textStates)[number];

/**
 * The version of the wording that drivers agree to (`messages.textConsent`). A changed wording needs a new version, which
 * `text-message.test.ts` checks.
 */
export const textConsentVersion = '2026-11-25-2';

/** Where a consent or its end came from. `provider`: the service that sends texts reported that the phone refuses them. */
export const textConsentSources = ['settings', 'stop', 'start', 'provider', 'phone_change'] as const;
export type TextConsentSource = (typeof textConsentSources)[number];

/** Leaves room for the company's name and the way to stop within the 1,600 characters that a service accepts. */
export const maxTextLength = 1000;
/** The maximum number of characters that a service accepts. */
export const maxSentLength = 1600;

const earliestTime = '08:00';
const nightTime = '21:00';

/** When a text may be sent: now, or at 8 AM if it is night in the driver's time zone. */
export function textingTime(timeZone: TimeZone, now: Date): Date {
  const [day = '', time = ''] = localTimeIn(timeZone, now).split('T');
  if (time < earliestTime) return instantOf(`${day}T${earliestTime}`, timeZone);
  return time >= nightTime ? instantOf(`${addDays(day, 1)}T${earliestTime}`, timeZone) : now;
}

const basicCharacters = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each of these characters counts as two. */
const extendedCharacters = new Set('\f^{}\\[~]|€');

export type TextSize = { encoding: 'GSM-7' | 'UCS-2'; segments: number; used: number; segmentSize: number };

/**
 * The number of parts in which phone networks carry a text, and how much of the last part is used. A part has 160
 * characters of the GSM alphabet, or 70 if the text has any other character. Several parts have 153 or 67 each, and no
 * character is split.
 */
export function textSize(body: string): TextSize {
  const characters = Array.from(body);
  const isBasic = characters.every((character) => basicCharacters.has(character) || extendedCharacters.has(character));
  const encoding = isBasic ? 'GSM-7' : 'UCS-2';
  const sizes = characters.map((character) => (isBasic ? (extendedCharacters.has(character) ? 2 : 1) : character.length));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const [singlePartSize, multiPartSize] = isBasic ? [160, 153] : [70, 67];
  if (total <= singlePartSize) return { encoding, segments: 1, used: total, segmentSize: singlePartSize };
  let [segments, used] = [1, 0];
  for (const size of sizes) {
    if (used + size > multiPartSize) [segments, used] = [segments + 1, 0];
    used += size;
  }
  return { encoding, segments, used, segmentSize: multiPartSize };
}

/** The command that a received text consists of, in any language, or null for any other text. */
export function textCommand(body: string): TextCommand | null {
  const word = body
    .toLowerCase()
    .replace(/[^\p{L}\s]/gu, '')
    .trim()
    .replace(/\s+/g, ' ');
  return textCommandNames.find((name) => languages.some((language) => textCommandWords[language][name].includes(word))) ?? null;
}

/** Whether a company can text an applicant, and the reason if it cannot. `off`: this installation sends no texts. */
export const textingStates = ['available', 'no_consent', 'stopped', 'no_account', 'off'] as const;
export const textingSchema = z.object({
  state: z.enum(textingStates),
  /** When a text that is written now would be sent. Null means immediately. */
  sendAt: z.nullable(z.date()),
  timeZone: z.string(),
  /** The text that is put before and after the message. It counts as part of the message. */
  opening: z.string(),
  ending: z.string(),
});
export type Texting = z.infer<typeof textingSchema>;
export const textingInput = z.object({ applicantId: idField });

/** The driver's own consent to text messages. */
export const textConsentSchema = z.object({
  /** Null if the account has no phone number. */
  phone: z.nullable(z.string()),
  hasAgreed: z.boolean(),
  /** Whether the driver replied STOP. */
  isStopped: z.boolean(),
  agreedAt: z.nullable(z.date()),
  /** False if this installation sends no texts. */
  isOffered: z.boolean(),
});
export type TextConsent = z.infer<typeof textConsentSchema>;
/** `phone` is the number that the person saw next to the wording. The request is refused if the number has changed since. */
export const setTextConsentSchema = z.object({ hasAgreed: z.boolean(), phone: z.optional(z.string().check(z.maxLength(20))) });
export type SetTextConsent = z.infer<typeof setTextConsentSchema>;
