import { isCertainMetro } from '#server/places/metros.ts';
import { findRouteWords } from '#server/places/read-route.ts';
import { hasOnlyTradeTerms } from '#server/search/expression.ts';
import { isWordOfTrade } from '#server/search/synonyms.ts';
import { maxRadius, routeName } from '#shared/jobs/public-job.ts';

/** What is known about places. Each check may cost a database query. */
export type PlaceChecks = {
  /** Whether the words name a place, on request also one with a similar name. */
  isPlace: (words: string, options: { acceptsSimilar: boolean }) => Promise<boolean>;
  /** Whether the words name a place beyond doubt, also without a word such as "near" before them. */
  isCertainPlace: (words: string) => Promise<boolean>;
  /** Whether the name of an area counts before words that may be the rest of a company's name: `New England Motor Freight`. */
  acceptsAnyArea?: boolean;
};

/** Replaces a condition that was removed, so that the words before and after it are not read as one phrase. */
export const gap = ' | ';

type PlaceWords = {
  location: string;
  /** Miles, if the text says so. */
  radius?: number;
  /** The text without the words of the place. */
  remainingText: string;
};

/**
 * The place in the words of a search: a route ("between Omaha and Dallas"), a place after a word such as "near", a metropolitan
 * area, or a place at the end that is meant beyond doubt ("dump truck Denver CO"). An area is also found before words of the trade
 * ("DFW reefer").
 */
export async function findPlaceWords(text: string, places: PlaceChecks): Promise<PlaceWords | null> {
  return (
    (await findRoute(text, places)) ??
    (await findPlaceAfterPreposition(text, places)) ??
    (await findPlaceAtEnd(text, places)) ??
    findArea(text, places)
  );
}

const maxPlaceWords = 4;

/** Parts of up to four words, the longest first. */
function partsOf(text: string, take: (list: readonly string[], size: number) => string[]): string[] {
  const list = text.split(' ');
  const longest = Math.min(maxPlaceWords, list.length);
  return Array.from({ length: longest }, (_, index) => take(list, longest - index).join(' '));
}

const beginningsOf = (text: string) =>
  partsOf(text, (list, size) => list.slice(0, size)).map((part) => part.replace(/[,.]$/, ''));
const endingsOf = (text: string) => partsOf(text, (list, size) => list.slice(-size));

async function findFirst(texts: readonly string[], isFound: (words: string) => Promise<boolean>): Promise<string | null> {
  for (const words of texts) if (words && !words.includes('|') && (await isFound(words))) return words;
  return null;
}

/** With a word before it, such as "from", the ends of a route may be any places. Otherwise they must be beyond doubt. */
async function findRoute(text: string, { isPlace, isCertainPlace }: PlaceChecks): Promise<PlaceWords | null> {
  const route = findRouteWords(text);
  if (!route) return null;
  const isEnd = route.hasLead ? (words: string) => isPlace(words, { acceptsSimilar: true }) : isCertainPlace;
  const start = await findFirst(route.hasLead ? [route.start] : endingsOf(route.start), isEnd);
  const end = start && (await findFirst(beginningsOf(route.end), isEnd));
  if (!start || !end) return null;
  const before = route.hasLead ? '' : route.start.slice(0, -start.length);
  const remainingText = text.replace(route.phrase, () => `${before}${gap}${route.end.slice(end.length)}`);
  return { location: routeName(start, end), remainingText };
}

const placePattern =
  /\b(?:near|around|close to|in|en|cerca de|alrededor de|(?:within |a )?(\d{1,3}) ?(?:miles?|mi|millas?) (?:of|from|around|de)) (\d{5}\b|[\p{L}.'’-]+(?:,? [\p{L}.'’-]+){0,4})/iu;
const maxPlacePhrases = 3;
const notAPlacePattern = /^(?:a|an|the|my|me|here|home|mi|mí|aqu[ií]|casa|el|la|los|las|un|una)$/i;

type PlacePhrase = {
  phrase: string;
  miles: string | undefined;
  placeText: string;
  /** Whether the words before the place leave no doubt that it is one: "near", but not "in". */
  isCertain: boolean;
};

/** The phrases that may name a place, including one that begins within another, as in "driver in training near Omaha". */
function findPlacePhrases(text: string, max = maxPlacePhrases): PlacePhrase[] {
  const match = placePattern.exec(text);
  if (!match || max === 0) return [];
  const [phrase, miles, placeText = ''] = match;
  const placeIndex = match.index + phrase.length - placeText.length;
  return [
    { phrase, miles, placeText, isCertain: !/^(?:in|en) /i.test(phrase) },
    ...findPlacePhrases(text.slice(placeIndex), max - 1),
  ];
}

/** As many of the words after "near" or "in" as name a place. Similar names count only if no words name one exactly. */
async function findPlaceAfterPreposition(text: string, { isPlace }: PlaceChecks): Promise<PlaceWords | null> {
  for (const { phrase, miles, placeText, isCertain } of findPlacePhrases(text)) {
    const candidates = beginningsOf(placeText).filter((words) => !notAPlacePattern.test(words));
    const location =
      (await findFirst(candidates, (words) => isPlace(words, { acceptsSimilar: false }))) ??
      (isCertain ? await findFirst(candidates, (words) => isPlace(words, { acceptsSimilar: true })) : null);
    if (!location) continue;
    const radius = Number(miles);
    const remainingText = text.replace(phrase, () => `${gap}${placeText.slice(location.length)}`);
    return { location, remainingText, ...(radius >= 1 && radius <= maxRadius && { radius }) };
  }
  return null;
}

/** The words of a metropolitan area anywhere in the text. */
function findArea(text: string, { acceptsAnyArea = false }: PlaceChecks): PlaceWords | null {
  const words = text.split(' ');
  for (let size = maxPlaceWords; size > 0; size -= 1)
    for (let index = 0; index + size <= words.length; index += 1) {
      const location = words.slice(index, index + size).join(' ');
      const [before, after] = [words.slice(0, index), words.slice(index + size)];
      if (
        !location.includes('|') &&
        isCertainMetro(location) &&
        (acceptsAnyArea || hasOnlyTradeTerms([...before, ...after].join(' ')))
      )
        return { location, remainingText: [...before, gap, ...after].join(' ') };
    }
  return null;
}

async function findPlaceAtEnd(text: string, { isCertainPlace }: PlaceChecks): Promise<PlaceWords | null> {
  const line = text.replace(/[\s|,.]+$/, '');
  const lastWord = line.slice(line.lastIndexOf(' ') + 1).toLowerCase();
  if (isWordOfTrade(lastWord)) return null;
  const location = await findFirst(endingsOf(line), isCertainPlace);
  return location ? { location, remainingText: `${line.slice(0, -location.length)}${gap}` } : null;
}
