import { inArray, type SQL, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { contains, lowerContains } from '#server/db/list.ts';
import type { Database } from '#server/db/open.ts';
import { unpreparedMark } from '#server/db/prepare.ts';
import { type JobType, jobTypes } from '#shared/catalogues.ts';
import { room, typePlaces } from '#shared/job-facets.ts';

/** A word that is looked for: by indexes, or in the rows that come by: what "is true" is no reason for an index. */
export type Word = {
  text: string;
  found: SQL;
  walked: SQL;
  /** Which jobs the indexes of `found` bring in, worded as `walked` is; `broughtKey` names it. */
  brought: SQL;
  broughtKey: string;
};

/** No search of a person has more; a search for more finds nothing, rather than more than was asked. */
const mostWords = 16;
const mostCompanies = 500;
/** Each type is a look-up of its own in the index of words and types. */
const mostTypes = 5;

const nowhere: Word = { text: '', found: sql`false`, walked: sql`false`, brought: sql`false`, broughtKey: '' };

/** Each word stands in the title, in the words of the job type, in the city or in the company's name. */
export async function askedWords(db: Database, query: string, asked: readonly JobType[] = []): Promise<Word[]> {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  if (words.length > mostWords) return [nowhere];
  const named = await db
    .select({ id: companies.id, name: companies.companyName })
    .from(companies)
    .where(
      sql.join(
        words.map((word) => contains(companies.searchName, word)),
        sql` or `,
      ),
    )
    .limit(mostCompanies);
  return words.map((text) => wordOf(text, named, asked));
}

/** Each different word once, without the marks around it that nobody looks for; signs within it stay. */
function wordsOf(query: string): string[] {
  const words = query
    .split(/\s+/)
    .filter(Boolean)
    .map((typed) => typed.replace(marksBefore, '').replace(marksAfter, '') || typed);
  return [...new Map(words.map((word) => [word.toLowerCase(), word])).values()];
}

const marksBefore = /^["'“”„‘’‚«»,;()]+/u;
const marksAfter = /["'“”„‘’‚«»,;().]+$/u;

function wordOf(text: string, named: readonly { id: string; name: string }[], asked: readonly JobType[]): Word {
  const lower = text.toLowerCase();
  const types = jobTypes.filter(({ label }) => label.toLowerCase().includes(lower)).map(({ code }) => code);
  const ids = named.filter(({ name }) => name.toLowerCase().includes(lower)).map(({ id }) => id);
  const or = (inTitle: SQL, ofTypes: readonly JobType[]) => {
    const elsewhere = [
      sql`${jobs.searchCity} = lower(${text})`,
      ...(ofTypes.length ? [inArray(jobs.jobType, ofTypes)] : []),
      ...(ids.length ? [ofCompanies(ids)] : []),
    ];
    return sql`(${sql.join([inTitle, ...elsewhere], sql` or `)})`;
  };
  const inTitle = sql`strpos(${jobs.searchTitle}, lower(${text})) > 0`;
  const walked = sql`${or(inTitle, types)} is true`;
  if (asked.length === 0 || asked.length > mostTypes || !hasGrams.test(text))
    return { text, found: or(lowerContains(jobs.searchTitle, text), types), walked, brought: walked, broughtKey: text };
  const askedToo = types.filter((type) => asked.includes(type));
  return {
    text,
    found: sql`${or(inTitleOf(asked, text), askedToo)} and ${walked}`,
    walked,
    brought: sql`${or(sql`(${inTitle} and ${inArray(jobs.jobType, asked)})`, askedToo)} is true`,
    broughtKey: `${text} ${asked.join(' ')}`,
  };
}

/** One parameter for all: hundreds of each of many words took longer to send and to plan than the search. */
const ofCompanies = (ids: readonly string[]) =>
  sql`${jobs.companyId} = any(${`{${ids.join(',')}}`}::uuid[]) ${sql.raw(unpreparedMark)}`;

const hasGrams = /.{3}/u;

/** Titles of jobs of these types that have all triples of letters that the word has: those with the word, and few others. */
function inTitleOf(types: readonly JobType[], text: string): SQL {
  const grams = sql`typed_grams(${jobs.searchTitle}, ${jobs.searchFacets} / ${sql.raw(String(room))})`;
  const places = typePlaces.filter(([type]) => types.includes(type)).map(([, place]) => place / room);
  const ofTypes = places.map((place) => sql`${grams} @> typed_grams(lower(${text}), ${place}) ${sql.raw(unpreparedMark)}`);
  return sql.join(ofTypes, sql` or `);
}
