import { invalid } from '#server/errors.ts';
import type { BillingType } from '#shared/catalogues.ts';
import { maxFilterDepth } from '#shared/lists/list.ts';
import { text } from '#shared/texts/texts.ts';

/** The names and codes of our fields on the wire (`docs/product/rest.md#wire-names`). */

export function toCamelCase(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function toSnakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Fields with a different name on the wire. */
const requestNames = new Map([['orderToken', 'secret_token']]);
const answerNames = new Map([
  ['orderToken', 'jobs_post_token'],
  ['matchScore', 'job_matching'],
]);

/** Second spellings of legacy clients. A request's first spelling wins if it has both. */
const secondRequestNames = new Map([
  ['driverUnload', 'drive_unload'],
  ['renewalCancellationReason', 'renewal_cancelation_reason'],
]);
const secondAnswerNames = new Map([['driverUnload', 'drive_unload']]);

export const secondRequestName = (key: string): string | undefined => secondRequestNames.get(key);
export const secondAnswerName = (key: string): string | undefined => secondAnswerNames.get(key);

/** A field's name in requests, in snake_case. */
export const requestName = (key: string): string => requestNames.get(key) ?? toSnakeCase(key);

/** A field's name in answers, in snake_case. */
export const answerName = (key: string): string => answerNames.get(key) ?? toSnakeCase(key);

const billingTypes: Record<BillingType, string> = { card: 'CELERO', invoice: 'CONTRACT' };

/**
 * Codes with a different spelling on the wire, by the field's name in snake_case. Requests, answers, filters and the OpenAPI
 * document translate them, so that the code behind the REST facade sees only our own codes.
 */
const wireCodes = new Map(
  Object.entries({
    billing_type: billingTypes,
    payment_method: billingTypes,
  }).map(([name, codes]) => [name, new Map(Object.entries(codes))]),
);

type Translator = (value: unknown) => unknown;

/** Translates our code to the wire's. Undefined if the field's codes do not differ. */
export function codeToWire(name: string): Translator | undefined {
  const codes = wireCodes.get(toSnakeCase(name));
  return codes && ((value) => (typeof value === 'string' ? (codes.get(value) ?? value) : value));
}

/** Translates the wire's code to ours. Our own spelling is refused, so that no client depends on it. */
export function codeFromWire(name: string): Translator | undefined {
  const codes = wireCodes.get(toSnakeCase(name));
  if (!codes) return undefined;
  const codeByWord = new Map([...codes].map(([code, word]) => [word, code]));
  const translateOne: Translator = (value) => {
    if (typeof value !== 'string') return value;
    if (codes.has(value))
      throw invalid(name, text('errors.notAValueOfField', { input: JSON.stringify(value), name: toSnakeCase(name) }));
    return codeByWord.get(value) ?? value;
  };
  // The schema refuses nested lists later, so they stay as they are.
  return (value) => (Array.isArray(value) ? value.map(translateOne) : translateOne(value));
}

/** Translates the codes in a filter to ours. The schema refuses groups that are nested too deeply, so they stay as they are. */
export function filterFromWire(filter: unknown, depth = 0): unknown {
  if (depth > 2 * maxFilterDepth) return filter;
  if (Array.isArray(filter)) return filter.map((part) => filterFromWire(part, depth + 1));
  if (!isRecord(filter)) return filter;
  const translated = Object.entries(filter).map(([key, part]) => {
    if (key === 'and' || key === 'or') return [key, filterFromWire(part, depth + 1)];
    const translate = key === 'value' && typeof filter['field'] === 'string' ? codeFromWire(filter['field']) : undefined;
    return [key, translate ? translate(part) : part];
  });
  return Object.fromEntries(translated) as Record<string, unknown>;
}
