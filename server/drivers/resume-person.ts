import { nameField } from '#shared/fields.ts';
import { readPhone } from '#shared/phone.ts';
import { stateCode, usStates } from '#shared/places/states.ts';
import { either, excerptOf, type Found, type ResumeLine } from './resume-lines.ts';

/** A place that the file may name. The list of places decides which of the city's readings is one. */
export type PlaceCandidate = { cities: string[]; state: string | null; postalCode: string | null };

const isOfPerson = ({ section }: ResumeLine) => section === 'top' || section === 'contact';

/** Words of job titles, headings, companies and schools, which are no part of a person's name. */
const notNames = new RegExp(
  `\\b(?:${[
    'resume|curriculum|vitae|cv|hoja|vida|page|confidential|application|profile|contact|phone|email|address',
    'name|nombre',
    'drivers?|driving|truck(?:ing|er|s)?|trucks?|cdl|class|commercial|otr|regional|local|haul(?:er|ing)?',
    'operators?|owner|flatbed|reefer|tanker|hazmat|dry|professional|experienced|safe|safety|team|lead|senior',
    'chofer|conductor|camion(?:ero)?|operador|troquero|licencia|clase|comercial|profesional|experiencia',
    'llc|inc|corp|company|co|transport(?:ation|es?)?|logistics|freight|lines|express|carriers?|services?',
    'systems|school|college|university|academy|institute|high|escuela|colegio|universidad',
    'street|st|avenue|ave|road|rd|drive|lane|blvd|apt|suite|calle|objective|summary|experience|education|skills',
    'references|manager|mechanic|dispatcher|technician|warehouse|army|navy|marine|veteran',
    'available|seeking|reliable|dedicated|motivated|hard|working|years|the|with|and|for|our|we|are|hiring|now',
    'to|of|in|job|position|dear',
  ].join('|')})\\b`,
);

const nameWord = /^(?:\p{Lu}[\p{L}'’-]*\p{L}|\p{Lu}\.?|(?:de|del|la|las|los|van|von|der|da|dos|di|y)|(?:[JS]r|II|III|IV)\.?,?)$/u;
const particle = /^(?:de|del|la|las|los|van|von|der|da|dos|di|mc|san|santa|saint|st\.?|le|el|al|bin)$/i;
const suffix = /^(?:jr|sr|ii|iii|iv)\.?$/i;
const initial = /^\p{Lu}\.?$/u;

/** `Seattle Washington` is a place, unless the email address says that it is a person. */
const namesState = (words: readonly string[]) => words.some((word) => word.length > 2 && stateCode(word) !== null);

type Words = { words: string[]; line: ResumeLine };

/** The words of a text that looks like a name: two to five words in capitals or with capital first letters. */
function nameWordsOf(text: string): string[] | null {
  const plain = text
    .replace(/["“”'(][^"“”'()]{2,20}["“”')](?=\s)/g, ' ')
    .replace(/,(?=\s*(?:[JS]r|I{2,3}|IV)\b)/g, '')
    .trim();
  const words = plain.split(/\s+/);
  if (words.length < 2 || words.length > 5 || plain.length > 50) return null;
  if (!words.every((word) => nameWord.test(word)) || notNames.test(plain.toLowerCase())) return null;
  const fullWords = words.filter((word) => !particle.test(word) && !suffix.test(word) && !initial.test(word));
  return fullWords.length < 2 || stateCode(plain) ? null : words;
}

const label = /^(?:(?:full |applicant )?name|nombre(?: completo)?)\s*:\s*/;
const titleOf =
  /^(?:(?:the )?(?:resume|curriculum vitae|cv|curriculum) (?:of|for|de) |(?:resume|curriculum vitae|cv|curriculum)\s*[:-]\s*)/;

/** The part of a line before a separator, without a label. */
function leadOf({ text, folded }: ResumeLine): string {
  const start = (label.exec(folded) ?? titleOf.exec(folded))?.[0].length ?? 0;
  return (
    text.slice(start).split(/\t|\s[-–—|•·]\s|[|•·:]|,\s*(?=(?:CDL|Class|Clase|Truck|Driver|Chofer|Professional)\b)/i)[0] ?? ''
  );
}

/** How many of the first lines can be the name. An address or a title may come first. */
const maxLead = 4;
const driverTitle = /\b(?:driver|chofer|conductor|operador|owner[- ]operator|trucker|troquero|camionero)\b/;

function findNameWords(lines: readonly ResumeLine[], email: string | null): Words | null {
  const labeled = lines.find((line) => isOfPerson(line) && label.test(line.folded));
  if (labeled) {
    // A form can ask for the last name first.
    const words = nameWordsOf(
      leadOf(labeled)
        .trim()
        .replace(/^(\S+), (\S+)$/, '$2 $1'),
    );
    return words && { words, line: labeled };
  }
  const leading = lines.slice(0, maxLead).filter(({ section }) => section === 'top');
  const candidates = lines.flatMap((line, n) => {
    const words = nameWordsOf(leadOf(line));
    if (!words) return [];
    // In a layout with two columns, the name can follow a whole column. Then the next line or the email address must confirm it.
    const isAtTop = leading.includes(line) && !namesState(words);
    const isBeforeTitle =
      line.section !== 'references' && driverTitle.test(lines[n + 1]?.folded ?? '') && (lines[n + 1]?.text.length ?? 0) < 50;
    const isInEmail = isOwnEmail(words, email);
    return (isAtTop || isInEmail || (isBeforeTitle && line.section !== 'experience')) && line.text.length < 120
      ? [{ words, line, isAtTop, isInEmail }]
      : [];
  });
  const confirmed = candidates.find(({ isInEmail }) => isInEmail);
  return confirmed ?? candidates.find(({ isAtTop }) => isAtTop) ?? (candidates.length === 1 ? (candidates[0] ?? null) : null);
}

const lettersOf = (word: string) =>
  word
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

const isOwnEmail = (words: readonly string[], email: string | null) =>
  email !== null && words.some((word) => lettersOf(word).length > 2 && email.includes(lettersOf(word)));

const capitalize = (word: string) =>
  /^\p{Lu}{2,}/u.test(word) && !suffix.test(word)
    ? word
        .toLowerCase()
        .replace(
          /(^|[-'’]|^mc)(\p{L})/gu,
          (_, before: string, letter: string) => (before === 'mc' ? 'Mc' : before) + letter.toUpperCase(),
        )
    : word;

/**
 * Splits a name. With three full words it is not clear whether the second one is a given name or a surname, so the email address must
 * tell, except in English, where it is a middle name.
 */
function splitName(words: readonly string[], email: string | null, isSpanish: boolean): { first: string; last: string } | null {
  const ending = words.filter((word) => suffix.test(word.replace(',', '')));
  const plain = words.filter((word) => !suffix.test(word.replace(',', '')));
  const parts = plain.filter((word, n) => n === 0 || !initial.test(word));
  const groups: string[][] = [];
  for (const word of parts) {
    const lastGroup = groups.at(-1);
    if (lastGroup && groups.length > 1 && particle.test(lastGroup.at(-1) ?? '')) lastGroup.push(word);
    else groups.push([word]);
  }
  const [first, second, third, fourth] = groups.map((group) => group.join(' '));
  const join = (given: string, ...family: (string | undefined)[]) => ({
    first: given,
    last: [...family, ...ending].filter(Boolean).join(' '),
  });
  if (!first || !second) return null;
  if (!third) return join(first, second);
  const isInEmail = (word: string) => lettersOf(word).length > 2 && (email ?? '').includes(lettersOf(word));
  if (fourth) return isSpanish && groups.length === 4 ? join(`${first} ${second}`, third, fourth) : null;
  if (isSpanish && isInEmail(second) && !isInEmail(third)) return join(first, second, third);
  if (isSpanish) return isInEmail(third) && !isInEmail(second) ? join(`${first} ${second}`, third) : null;
  return isInEmail(second) && !isInEmail(third) ? null : join(first, third);
}

const emailPattern = /([a-z0-9._%+-]{2,64})@[a-z0-9-]+(?:\.[a-z0-9-]+)+/;

/** The first and last name, if the file begins with a name, labels it, or confirms it by the email address. */
export function findName(
  lines: readonly ResumeLine[],
  isSpanish: boolean,
): { firstName: Found<string>; lastName: Found<string> } | null {
  const emails = lines
    .filter(({ section }) => section !== 'references')
    .flatMap(({ folded }) => emailPattern.exec(folded)?.[1] ?? []);
  const [email = null] = emails;
  const found = findNameWords(lines, email);
  const name = found && splitName(found.words, email, isSpanish);
  if (!found || !name) return null;
  const [first, last] = [name.first, name.last].map((part) => part.split(' ').map(capitalize).join(' '));
  if (![first, last].every((part) => nameField.safeParse(part).success)) return null;
  const excerpt = excerptOf(found.line);
  return { firstName: { value: first ?? '', excerpt }, lastName: { value: last ?? '', excerpt } };
}

const phonePattern = /(?:\+?1[\s.-]{0,2})?\(?\b\d{3}\)?[\s.-]{0,2}\d{3}[\s.-]{0,2}\d{4}\b(?![-\d])/g;
/** A number with one of these words is not the driver's, or no phone number. */
const otherNumber = either(
  /\b(?:fax|emergenc\w*|references?|referencias?|supervis\w*|employer|office|oficina|work|trabajo)\b/,
  /\b(?:dispatch|company|ssn|social|license|licencia|dot|mc|account|id|wife|esposa|husband|spouse)\b/,
);
const ownMobile = /\b(?:cell(?:ular)?|mobile|movil|cel|text)\b/;

/** The driver's phone number: the only one above the first heading or under Contact, or the only one that is called a cell phone. */
export function findPhone(lines: readonly ResumeLine[]): Found<string> | null {
  const numbers = lines.filter(isOfPerson).flatMap((line) => {
    let end = 0;
    return [...line.folded.matchAll(phonePattern)].flatMap((match) => {
      const before = line.folded.slice(end, match.index);
      end = match.index + match[0].length;
      const isCalledMobile = /^\s*\((?:c|cell|mobile|cel)\)/.test(line.folded.slice(end));
      const phone = otherNumber.test(before) ? null : readPhone(line.text.slice(match.index, end));
      const found = { value: phone?.digits ?? '', excerpt: excerptOf(line, match.index, match[0].length) };
      return phone ? [{ ...found, isMobile: isCalledMobile || ownMobile.test(before) }] : [];
    });
  });
  const distinct = [...new Map(numbers.map((number) => [number.value, number])).values()];
  const mobiles = distinct.filter(({ isMobile }) => isMobile);
  const [only] = mobiles.length > 0 ? mobiles : distinct;
  if (!only || (mobiles.length > 0 ? mobiles : distinct).length > 1) return null;
  return { value: only.value, excerpt: only.excerpt };
}

const stateNames = Object.values(usStates).toSorted((one, other) => other.length - one.length);
const statePattern = `(?:[A-Z]{2}(?![A-Za-z])|${stateNames.join('|')}|${stateNames.map((name) => name.toUpperCase()).join('|')})`;
/** `Omaha, NE 68102`, `Omaha NE 68102` and `Omaha, Nebraska`. Without a ZIP code, a comma must separate the city. */
const placePattern = new RegExp(
  `(\\p{L}[\\p{L}.'’ -]{1,40}?)(?:(,)\\s*|\\s+)(${statePattern})\\.?(?:,?\\s*(\\d{5})(?:-\\d{4})?\\b)?(?=$|[\\s,;|•·.)])`,
  'gu',
);
const zipPattern = /\b(?:zip(?: ?code)?|postal code|codigo postal|c\.p\.)\s*:?\s*(\d{5})\b/;
/** Where the driver would move or drive is not where the driver lives. */
const otherPlace = either(
  /\b(?:relocat\w*|willing|reubica\w*|dispuest\w*|born|nacid\w*|license[sd]?|licencia|issued|available)\b/,
  /\b(?:disponible|based out|terminal|territory|routes|lanes?|formerly|preferred?)\b/,
);

/** The last one to four words, the longest reading first. The city can follow a street without a comma. */
function readingsOf(text: string): string[] {
  const parts = text.trim().split(/\s+/).filter(Boolean);
  return [4, 3, 2, 1].filter((size) => size <= parts.length).map((size) => parts.slice(-size).join(' '));
}

/** The places above the first heading and under Contact, in their order. */
export function findPlaces(lines: readonly ResumeLine[]): Found<PlaceCandidate>[] {
  return lines.filter(isOfPerson).flatMap((line): Found<PlaceCandidate>[] => {
    if (otherPlace.test(line.folded)) return [];
    const zip = zipPattern.exec(line.folded);
    const found = [...line.text.matchAll(placePattern)].flatMap((match) => {
      const [whole, cityText = '', comma, stateText = '', postalCode = null] = match;
      const state = stateCode(stateText);
      const cities = readingsOf(cityText);
      if (!state || cities.length === 0 || (!comma && !postalCode)) return [];
      return [
        {
          value: { cities, state, postalCode: postalCode ?? zip?.[1] ?? null },
          excerpt: excerptOf(line, match.index, whole.length),
        },
      ];
    });
    if (found.length > 0 || !zip) return found;
    return [
      { value: { cities: [], state: null, postalCode: zip[1] ?? null }, excerpt: excerptOf(line, zip.index, zip[0].length) },
    ];
  });
}
