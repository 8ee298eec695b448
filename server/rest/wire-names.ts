import type { BillingType } from '#shared/catalogues.ts';
import { maxFilterDepth } from '#shared/lists/list.ts';
import { invalid } from '#server/errors.ts';

/** How the names and codes of our fields are spelled on the wire. */

export function camel(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Our fields that the wire names differently, in requests and in answers. */
const requestNames = new Map([['orderToken', 'secret_token']]);
const answerNames = new Map([
  ['orderToken', 'jobs_post_token'],
  ['matchScore', 'job_matching'],
]);

/** The name of one of our fields in requests, in snake_case. */
export const requestName = (key: string): string => requestNames.get(key) ?? snake(key);

/** The name of one of our fields in answers, in snake_case. */
export const answerName = (key: string): string => answerNames.get(key) ?? snake(key);

const billingTypes: Record<BillingType, string> = { card: 'CELERO', invoice: 'CONTRACT' };

/**
 * Codes that the wire spells differently, by the field's name in snake_case. They are translated in requests, answers,
 * filters and the OpenAPI document, so everything behind the REST facade sees only our own codes.
 */
const wireCodes = new Map(
  Object.entries({
    billing_type: billingTypes,
    payment_method: billingTypes,
  }).map(([name, codes]) => [name, new Map(Object.entries(codes))]),
);

type Translate = (value: unknown) => unknown;

/** Our code of a field to the wire's; undefined for a field whose codes are the same on both sides. */
export function codeToWire(name: string): Translate | undefined {
  const codes = wireCodes.get(snake(name));
  return codes && ((value) => (typeof value === 'string' ? (codes.get(value) ?? value) : value));
}

/** The wire's code of a field to ours. Our own spelling is refused, so that no client comes to depend on it. */
export function codeFromWire(name: string): Translate | undefined {
  const codes = wireCodes.get(snake(name));
  if (!codes) return undefined;
  const own = new Map([...codes].map(([code, word]) => [word, code]));
  const read: Translate = (value) => {
    if (Array.isArray(value)) return value.map(read);
    if (typeof value !== 'string') return value;
    if (codes.has(value)) throw invalid(name, `${JSON.stringify(value)} is not a valid value for the field ${snake(name)}`);
    return own.get(value) ?? value;
  };
  return read;
}

/** A filter with our codes. Groups that nest too deep stay as they are, because they are refused later. */
export function filterFromWire(filter: unknown, depth = 0): unknown {
  if (depth > 2 * maxFilterDepth) return filter;
  if (Array.isArray(filter)) return filter.map((part) => filterFromWire(part, depth + 1));
  if (!isRecord(filter)) return filter;
  const translated = Object.entries(filter).map(([key, part]) => {
    if (key === 'and' || key === 'or') return [key, filterFromWire(part, depth + 1)];
    const read = key === 'value' && typeof filter['field'] === 'string' ? codeFromWire(filter['field']) : undefined;
    return [key, read ? read(part) : part];
  });
  return Object.fromEntries(translated) as Record<string, unknown>;
}
