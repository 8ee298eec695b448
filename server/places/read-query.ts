import { editDistance } from '#shared/edit-distance.ts';
import { foldPlaceName } from '#shared/places/place-names.ts';
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

/**
 * The beginning of a street: a house number, a grid number of Wisconsin (`N56W17000`, `W140 N8981`), a post office box, or a
 * highway (`US Highway 30`, `Hwy 30`, `I-80 Exit 312`, `County Road 12`, `FM 1960`).
 */
const streetPattern = new RegExp(
  [
    String.raw`^(?:\d+[\p{L}\d/-]*|[nsew]\d+(?: ?[nsew]\d+)?\p{L}?|p\.? ?o\.? box|one|rr|hwy|highway|route|rte)\s+\S`,
    String.raw`^(?:interstate|i|ih|us|u\.s\.|sr|sh|cr|fm|rm|rt|rte|exit|loop|\p{L}{2}(?=-))[ -]?\d+\b`,
    String.raw`^(?:(?:old|north|south|east|west|[nsew])\.? )?(?:us|u\.s\.|state|county|co\.?|farm[ -]to[ -]market|ranch(?:[ -]to[ -]market)?|township|parish|private|forest|frontage)\s(?:highway|hwy|route|rte|road|rd)\b`,
  ].join('|'),
  'iu',
);

/** A part of an address inside a building or a yard: `Suite 400`, `Unit B`, `# 5`. `Ste. Genevieve` is a city. */
const unitPattern =
  /^(?:#|(?:suite|ste|unit|apt|apartment|bldg|building|floor|room|rm|lot|space|spc|dock|gate|door|bay|trailer|trlr|pmb)\b\.?)\s*#?\s*(?:\p{L}?-?\d[\p{L}\d-]*|\p{L})$/iu;

/** Moves suites and units into the street, wherever they are in the address. */
function joinUnits(parts: readonly string[]): string[] {
  const units = parts.filter((part) => unitPattern.test(part));
  const [street, ...others] = parts.filter((part) => !unitPattern.test(part));
  if (street === undefined || units.length === 0 || !streetPattern.test(street)) return [...parts];
  return [[street, ...units].join(', '), ...others];
}

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
  const [first = '', ...otherParts] = joinUnits(parts);
  // An incomplete ZIP code is ignored, as in `Dallas, TX 752`.
  const cleanedParts = otherParts.map((part, index) => (index === otherParts.length - 1 ? part.replace(/ \d{1,4}$/, '') : part));
  return streetPattern.test(first) ? readStreet(first, cleanedParts, zip) : readCity(first, cleanedParts, zip);
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
  ste: 'saint',
  sainte: 'saint',
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

/**
 * The key of a city in the index: its folded name with its words written out, and without the space after a single letter.
 * `St. Louis` → `saint louis`, `O'Fallon` and `O Fallon` → `ofallon`, `Winston-Salem` → `winston salem`.
 */
export function cityKey(name: string): string {
  return foldPlaceName(name)
    .split(' ')
    .map((word) => shortForms[word] ?? word)
    .join(' ')
    .replace(/\b([odl]) (?=\p{L}{2})/gu, '$1')
    .replace(/^mc /, 'mc');
}

/** The possible keys of a typed city: the key of its name, the beginning of a name as typed, and the name without “City”. */
export function cityKeys(name: string): string[] {
  const key = cityKey(name);
  return [...new Set([foldPlaceName(name), key, key.replace(/ city$/, '')])];
}
