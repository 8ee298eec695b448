import { stateCode, usSpellings, usStates } from '#shared/places/states.ts';

/** A text from an address field, split into its parts. */
export type PlaceQuery =
  | { kind: 'postal_code'; prefix: string }
  /** `states` is null if no state was typed. If a state was typed in part, it contains every state that begins with it. */
  | { kind: 'city'; name: string; states: string[] | null }
  /** `city` is null if only the ZIP code tells the place. `exact` is false if the city may be typed only partly. */
  | { kind: 'street'; street: string; city: string | null; states: string[] | null; zip: string | null }
  /** A street and a city without a comma between them. Every split is tried. */
  | { kind: 'run-on'; words: string[]; states: string[] | null; zip: string | null };

const country = new RegExp(
  `[,\\s]+(?:united states(?: of america)?|${usSpellings.map((word) => word.replaceAll('.', '\\.')).join('|')})\\s*$`,
  'i',
);
const zipAtEnd = /(?:^|[,\s])(\d{5})(?:-\d{4})?$/;

/** Reads a US place from free text. Null if the text is too short. */
export function readQuery(text: string): PlaceQuery | null {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
    .replace(country, '')
    .replace(/[,\s]+$/, '');
  if (/^\d{2,5}(?:-\d{0,4})?$/.test(line)) return { kind: 'postal_code', prefix: line.slice(0, 5) };
  if (line.replace(/[^\p{L}]/gu, '').length < 2) return null;
  const zip = zipAtEnd.exec(line)?.[1] ?? null;
  const parts = line
    .replace(zip ? zipAtEnd : /$^/, '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const [first = '', ...rest] = parts;
  /** Ignores an incomplete ZIP code, as in `Dallas, TX 752`. */
  const typed = rest.map((part, index) => (index === rest.length - 1 ? part.replace(/ \d{1,4}$/, '') : part));
  const isStreet = /^(?:\d+[\p{L}\d/-]*|p\.? ?o\.? box|one|rr|hwy|highway)\s+\S/iu.test(first);
  return isStreet ? readStreet(first, typed, zip) : readCity(first, typed, zip);
}

function readCity(first: string, rest: string[], zip: string | null): PlaceQuery {
  if (zip) return { kind: 'postal_code', prefix: zip };
  const [state] = rest;
  if (state !== undefined) return { kind: 'city', name: first, states: statesLike(state) };
  const tail = stateAtEnd(first);
  return tail ? { kind: 'city', name: tail.before, states: [tail.state] } : { kind: 'city', name: first, states: null };
}

function readStreet(street: string, rest: string[], zip: string | null): PlaceQuery | null {
  const last = rest.at(-1);
  if (last === undefined) {
    const tail = stateAtEnd(street);
    const parts = (tail?.before ?? street).split(' ');
    if (zip && !tail) return { kind: 'street', street, city: null, states: null, zip };
    return parts.length < 3 ? null : { kind: 'run-on', words: parts, states: tail ? [tail.state] : null, zip };
  }
  if (rest.length === 1) {
    const tail = stateAtEnd(last);
    const alone = zip ? stateCode(last) : null;
    if (alone) return { kind: 'street', street, city: null, states: [alone], zip };
    return { kind: 'street', street, city: tail?.before ?? last, states: tail ? [tail.state] : null, zip };
  }
  const city = rest.at(-2) ?? last;
  return { kind: 'street', street: [street, ...rest.slice(0, -2)].join(', '), city, states: statesLike(last), zip };
}

/** The state at the end of a text with more words before it: `Dallas TX`, `Dallas Texas`. */
function stateAtEnd(text: string): { before: string; state: string } | null {
  const parts = text.split(' ');
  for (const size of [1, 2, 3]) {
    if (parts.length <= size) break;
    const state = stateCode(parts.slice(-size).join(' '));
    if (state) return { before: parts.slice(0, -size).join(' '), state };
  }
  return null;
}

function statesLike(text: string): string[] {
  const exact = stateCode(text);
  if (exact) return [exact];
  const lower = text.toLowerCase();
  return Object.entries(usStates).flatMap(([code, name]) =>
    code.toLowerCase().startsWith(lower) || name.toLowerCase().startsWith(lower) ? [code] : [],
  );
}

const shortForms: [RegExp, string][] = [
  [/^st\.? /, 'saint '],
  [/^ft\.? /, 'fort '],
  [/^mt\.? /, 'mount '],
];

/** The spellings under which the index may have a city. */
export function cityKeys(name: string): string[] {
  const key = name.toLowerCase().trim();
  const long = shortForms.reduce((text, [pattern, word]) => text.replace(pattern, word), key);
  return [...new Set([key, long, long.replace(/ city$/, '')])];
}
