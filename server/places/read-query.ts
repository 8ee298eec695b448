import { foldText } from '#shared/fold-text.ts';
import { editDistance } from '#shared/edit-distance.ts';
import { stateCode, usNames, usStates } from '#shared/places/states.ts';

/** A text from an address field, split into its parts. */
export type PlaceQuery =
  | { kind: 'postal_code'; prefix: string }
  /** `states` is null if no state was typed. For the beginning of a state, it contains every state that begins with it. */
  | { kind: 'city'; name: string; states: string[] | null }
  /** `city` is null if no city was typed. The ZIP code is then the only hint to the place. */
  | { kind: 'street'; street: string; city: string | null; states: string[] | null; zip: string | null }
  /** A street and a city without a comma between them. Every split is tried. */
  | { kind: 'run-on'; words: string[]; states: string[] | null; zip: string | null };

const countryPattern = new RegExp(
  `[,\\s]+(?:united states(?: of america)?|${usNames.map((word) => word.replaceAll('.', '\\.')).join('|')})\\s*$`,
  'i',
);
const zipAtEndPattern = /(?:^|[,\s])(\d{5})(?:-\d{4})?$/;

/** Reads a US place from free text. Null if the text is too short. */
export function readQuery(text: string): PlaceQuery | null {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
    .replace(countryPattern, '')
    .replace(/[,\s]+$/, '');
  if (/^\d{2,5}(?:-\d{0,4})?$/.test(line)) return { kind: 'postal_code', prefix: line.slice(0, 5) };
  if (line.replace(/[^\p{L}]/gu, '').length < 2) return null;
  const zip = zipAtEndPattern.exec(line)?.[1] ?? null;
  const parts = line
    .replace(zip ? zipAtEndPattern : /$^/, '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const [first = '', ...otherParts] = parts;
  // An incomplete ZIP code is ignored, as in `Dallas, TX 752`.
  const cleanedParts = otherParts.map((part, index) => (index === otherParts.length - 1 ? part.replace(/ \d{1,4}$/, '') : part));
  const isStreet = /^(?:\d+[\p{L}\d/-]*|p\.? ?o\.? box|one|rr|hwy|highway)\s+\S/iu.test(first);
  return isStreet ? readStreet(first, cleanedParts, zip) : readCity(first, cleanedParts, zip);
}

function readCity(first: string, otherParts: string[], zip: string | null): PlaceQuery {
  if (zip) return { kind: 'postal_code', prefix: zip };
  const [state] = otherParts;
  if (state !== undefined) return { kind: 'city', name: first, states: statesLike(state) };
  const tail = stateAtEnd(first);
  return tail ? { kind: 'city', name: tail.before, states: [tail.state] } : { kind: 'city', name: first, states: null };
}

function readStreet(street: string, otherParts: string[], zip: string | null): PlaceQuery | null {
  const last = otherParts.at(-1);
  if (last === undefined) {
    const tail = stateAtEnd(street);
    const parts = (tail?.before ?? street).split(' ');
    if (zip && !tail) return { kind: 'street', street, city: null, states: null, zip };
    return parts.length < 3 ? null : { kind: 'run-on', words: parts, states: tail ? [tail.state] : null, zip };
  }
  if (otherParts.length === 1) {
    const tail = stateAtEnd(last);
    const stateOfLast = zip ? stateCode(last) : null;
    if (stateOfLast) return { kind: 'street', street, city: null, states: [stateOfLast], zip };
    return { kind: 'street', street, city: tail?.before ?? last, states: tail ? [tail.state] : null, zip };
  }
  const city = otherParts.at(-2) ?? last;
  return { kind: 'street', street: [street, ...otherParts.slice(0, -2)].join(', '), city, states: statesLike(last), zip };
}

/** The state at the end of a text with more words before it: `Dallas TX`, `Dallas Texas`, `Omaha Nebraksa`. */
function stateAtEnd(text: string): { before: string; state: string } | null {
  const parts = text.split(' ');
  for (const readState of [stateCode, misspelledState]) {
    for (const size of [1, 2, 3]) {
      if (parts.length <= size) break;
      const state = readState(parts.slice(-size).join(' '));
      if (state) return { before: parts.slice(0, -size).join(' '), state };
    }
  }
  return null;
}

const stateAbbreviations: Readonly<Record<string, string>> = Object.fromEntries(
  `ala:AL ariz:AZ ark:AR calif:CA cali:CA colo:CO conn:CT fla:FL ill:IL ind:IN kan:KS mass:MA mich:MI minn:MN miss:MS mont:MT
  neb:NE nebr:NE nev:NV okla:OK ore:OR penn:PA penna:PA tenn:TN tex:TX wash:WA wis:WI wisc:WI wyo:WY`
    .split(/\s+/)
    .map((pair) => pair.split(':')),
);

/** A state by an abbreviation with or without periods, or by a name with typing errors. */
function misspelledState(text: string): string | null {
  const word = text.toLowerCase().replaceAll('.', '').trim();
  if (Object.hasOwn(stateAbbreviations, word)) return stateAbbreviations[word] ?? null;
  if (text.includes('.') && stateCode(word)) return stateCode(word);
  if (word.length < minMisspelledStateLength) return null;
  const closest = Object.entries(usStates)
    .filter(([, name]) => name.toLowerCase().startsWith(word.charAt(0)))
    .map(([code, name]) => ({ code, errors: editDistance(word, name.toLowerCase()) }))
    .toSorted((a, b) => a.errors - b.errors)[0];
  const maxErrors = word.length < minLengthWithTwoErrors ? 1 : 2;
  return closest && closest.errors <= maxErrors ? closest.code : null;
}

/** Shorter words could be part of a city's name, such as `Vernon`. */
const minMisspelledStateLength = 6;
const minLengthWithTwoErrors = 9;

function statesLike(text: string): string[] {
  const exact = stateCode(text);
  if (exact) return [exact];
  const lower = text.toLowerCase();
  const states = Object.entries(usStates).flatMap(([code, name]) =>
    code.toLowerCase().startsWith(lower) || name.toLowerCase().startsWith(lower) ? [code] : [],
  );
  return states.length > 0 ? states : [misspelledState(text) ?? []].flat();
}

/** Short forms of words in the names of cities. */
const shortForms: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  ft: 'fort',
  mt: 'mount',
  pt: 'port',
  n: 'north',
  no: 'north',
  s: 'south',
  so: 'south',
  e: 'east',
  w: 'west',
  spgs: 'springs',
  spg: 'springs',
  hts: 'heights',
  jct: 'junction',
  bch: 'beach',
  vly: 'valley',
  cty: 'city',
};

/** The possible keys of a city in the index: as typed, and with its words written out. */
export function cityKeys(name: string): string[] {
  const expandedName = expandShortForms(name);
  return [...new Set([foldText(name).trim(), expandedName, expandedName.replace(/ city$/, '')])];
}

/** The name in lowercase with its words written out: `St. Louis` → `saint louis`. */
export function expandShortForms(name: string): string {
  const words = foldText(name).trim().split(/\s+/);
  return words
    .map((word) => shortForms[word.replace(/\.$/, '')] ?? word)
    .join(' ')
    .replace(/^mc /, 'mc');
}
