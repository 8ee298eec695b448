import { stateCode } from '#shared/places/states.ts';
import { findMetro } from './metros.ts';

/** The two ends of a route as they were typed. */
export type TypedRoute = { start: string; end: string };

/** `between Omaha and Dallas`, `from Omaha to Dallas`, `entre Omaha y Dallas`, `de Omaha a Dallas`. */
const routePatterns: readonly RegExp[] = [
  /\b(?:between|entre)\s+(.+?)\s+(?:and|&|y|e)\s+(.+)$/iu,
  /\b(?:from|de|desde)\s+(.+?)\s+(?:to|hasta|a)\s+(.+)$/iu,
];
/** `Omaha to Dallas`, `Omaha – Dallas`, `Omaha - Dallas`, `Omaha → Dallas`. */
const shortPattern = /^(.+?)\s+(?:to|hasta|[-–—>]|->|→)\s+(.+)$/iu;

/**
 * A route that a place field contains: `between Omaha and Dallas`, `Omaha to Dallas`. Null for a single place, also if its name has
 * a hyphen: `Dallas - Fort Worth`, `Omaha - NE`.
 */
export function readRoute(text: string): TypedRoute | null {
  const line = text.replace(/\s+/g, ' ').trim();
  if (findMetro(line)) return null;
  for (const pattern of [...routePatterns, shortPattern]) {
    const [, start = '', end = ''] = pattern.exec(line) ?? [];
    if (isEnd(start) && isEnd(end) && !(pattern === shortPattern && stateCode(end))) return { start, end };
  }
  return null;
}

const isEnd = (text: string): boolean => /\p{L}{2}|^\d{5}$/u.test(text);

/**
 * A route among the words of a sentence, such as `flatbed between Omaha and Dallas`. The ends may have more words, which are at the
 * end of `end` and, without a word before the route such as `from`, at the beginning of `start`.
 */
export function findRouteWords(text: string): (TypedRoute & { phrase: string; hasLead: boolean }) | null {
  for (const pattern of routePatterns) {
    const match = pattern.exec(text);
    if (match) return { phrase: match[0], start: match[1] ?? '', end: match[2] ?? '', hasLead: true };
  }
  const match = /^(.+?) to (.+)$/i.exec(text);
  return match ? { phrase: match[0], start: match[1] ?? '', end: match[2] ?? '', hasLead: false } : null;
}
