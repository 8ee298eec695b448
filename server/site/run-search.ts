import type { Database } from '#server/db/open.ts';
import {
  type BestFirst,
  findWider,
  type PublicSearchResult,
  searchPublicJobs,
  type WiderSearch,
} from '#server/jobs/public-search.ts';
import { isCertainPlace, isKnownPlace, isSimilarToLargePlace } from '#server/places/searched-place.ts';
import { correctWords, type WordMatch } from '#server/search/expression.ts';
import { searchPageSize } from '#shared/jobs/public-job.ts';
import { type ParsedSearch, parseSearch, readSearch, type SearchParams } from './parse-search.ts';
import { readSentence } from './read-sentence.ts';

/** A search of the page: how it was read, and what it found. */
export type PageSearch = {
  /** What the visitor typed, after the conditions in the words were moved to their filters. */
  rawParams: SearchParams;
  search: ParsedSearch;
  searchResults: PublicSearchResult;
  /** The words that were searched instead, because no job has those that were typed. */
  correctedQuery: string | null;
};

const noJobs: PublicSearchResult = {
  items: [],
  pagination: { offset: 0, limit: searchPageSize, total: 0 },
  sponsoredIds: [],
  match: 'all',
  correctedTo: null,
  isUnknownPlace: false,
  alternatives: [],
  nearestPlaces: [],
  around: null,
};

type Attempt = { rawParams: SearchParams; query?: string | null; match?: WordMatch };

async function attemptSearch(
  db: Database,
  { rawParams, query = null, match = 'all' }: Attempt,
  bestFirst: BestFirst | null,
): Promise<PageSearch> {
  const search = parseSearch(rawParams, { isDriver: bestFirst !== null });
  const input = search.search && (query === null ? search.search : { ...search.search, query });
  return {
    rawParams,
    search,
    searchResults: input ? await searchPublicJobs(db, input, { match, bestFirst }) : noJobs,
    correctedQuery: query,
  };
}

/**
 * Searches with the words as a sentence (`readSentence`). If no job matches, other readings are tried: with misspelled words of the
 * trade corrected, with a misspelled place at the end, without a place in the words, and finally the jobs with some of the words
 * (`docs/product/jobs.md#public-search`).
 */
export async function runSearch(
  db: Database,
  query: Readonly<Record<string, unknown>>,
  bestFirst: BestFirst | null = null,
): Promise<PageSearch> {
  const typed = readSearch(query);
  const checks = {
    isPlace: (words: string, options: { acceptsSimilar: boolean }) => isKnownPlace(db, words, options),
    isCertainPlace: (words: string) => isCertainPlace(db, words),
  };
  const first = await attemptSearch(db, { rawParams: await readSentence(typed, checks) }, bestFirst);
  if (first.searchResults.pagination.total > 0 || !typed.query || !first.search.search) return first;
  for await (const attempt of otherAttempts()) {
    const found = await attemptSearch(db, attempt, bestFirst);
    if (found.searchResults.pagination.total > 0) return found;
  }
  return first;

  async function* otherAttempts(): AsyncIterable<Attempt> {
    const { rawParams } = first;
    const corrected = correctWords(rawParams.query);
    if (corrected !== null) yield { rawParams, query: corrected };
    const hasPlaceInWords = rawParams.location !== typed.location;
    if (!typed.location && !hasPlaceInWords) {
      const withSimilarPlace = await readSentence(typed, {
        ...checks,
        isCertainPlace: (words) => isSimilarToLargePlace(db, words),
        acceptsAnyArea: true,
      });
      if (withSimilarPlace.location) yield { rawParams: withSimilarPlace };
    }
    if (hasPlaceInWords) yield { rawParams: typed };
    if (rawParams.query) yield { rawParams, query: corrected, match: 'some' };
  }
}

/** The larger distance that the page offers below its jobs. Without any job it offers the nearest places instead. */
export async function findWiderSearch(
  db: Database,
  { search, searchResults, correctedQuery }: PageSearch,
): Promise<WiderSearch | null> {
  const { around, items, match } = searchResults;
  if (!search.search || !around || items.length === 0) return null;
  const input = correctedQuery === null ? search.search : { ...search.search, query: correctedQuery };
  return findWider(db, input, { around, items, match });
}
