/**
 * US phone numbers as people write them (`docs/product/access.md#account-fields`). The file has no schemas, so that the first
 * page load stays small.
 */
import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import { removeAllInvisible } from './clean-text.ts';
import { phone } from './format.ts';
import type { TextKey } from './texts/texts.ts';
import usNumbers from './us-phone-numbers.json' with { type: 'json' };

/** A US phone number: its ten digits, and the extension behind them, which most numbers do not have. */
export type PhoneNumber = { digits: string; extension: string | null };

/** Longer texts after a number are no extension. */
export const maxExtensionDigits = 7;

/** The part of the library's data that is about the United States. The data of all countries is too large for a page. */
const metadata: MetadataJson = {
  version: 4,
  country_calling_codes: { 1: ['US'] },
  countries: { US: usNumbers },
  nonGeographic: {},
};

/** The start of a link to a phone number, and of a number on a letterhead: `Tel. 402-555-0143`. */
const label = /^\s*(?:tel|phone|ph|cell|mobile)\b\s*[:.]?\s*/i;
/** The extension in a link: `tel:+14025550143;ext=12`. */
const extensionInLink = /;\s*ext\s*=\s*/i;
/** 00 is how most other countries dial the plus sign. */
const dialedPlus = /^\s*00\s*/;

/** Reads a phone number. Null unless the whole text is one US number, so that no digit of another number gets lost. */
export function readPhone(text: string): PhoneNumber | null {
  const plainText = removeAllInvisible(text).replace(label, '').replace(extensionInLink, ' ext. ').replace(dialedPlus, '+');
  const number = parsePhoneNumberFromString(plainText, { defaultCountry: 'US', extract: false }, metadata);
  if (!number || !/^\d{10}$/.test(number.nationalNumber)) return null;
  return { digits: number.nationalNumber, extension: number.ext ?? null };
}

/** The ten digits in which a number is stored and sent. Empty if the text is not a US number. */
export const phoneDigits = (text: string): string => readPhone(text)?.digits ?? '';

/** A number of the office side as it is stored. */
export type StoredPhone = { phone: string | null; phoneExtension: string | null };

/** What a request says about a phone. Its number may have an extension of its own, and an undefined part is not mentioned. */
export type PhoneChange = { phone?: PhoneNumber | null | undefined; phoneExtension?: string | null | undefined };

/**
 * The phone after a change, or what is wrong with the extension (`docs/product/access.md#extensions`). A new number does not keep
 * the extension of the old one, and the same number does.
 */
export function changePhone(before: StoredPhone, change: PhoneChange): StoredPhone | { problem: TextKey } {
  const phone = change.phone === undefined ? before.phone : (change.phone?.digits ?? null);
  const extensionInNumber = change.phone?.extension ?? null;
  if (extensionInNumber && change.phoneExtension && change.phoneExtension !== extensionInNumber)
    return { problem: 'errors.phoneExtensionsDiffer' };
  const keptExtension = phone === before.phone ? before.phoneExtension : null;
  const phoneExtension = extensionInNumber ?? (change.phoneExtension === undefined ? keptExtension : change.phoneExtension);
  return phoneExtension && !phone ? { problem: 'errors.phoneRequired' } : { phone, phoneExtension };
}

/** The number under the mask of phone fields, (123)456-7890. A text that is not a US number stays as it is. */
export function maskEnteredPhone(text: string): string {
  const number = readPhone(text);
  return number && number.extension === null ? phone(number.digits) : text;
}
