import { inArray, type SQL, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { contains, lowerContains } from '#server/db/list.ts';
import type { Database } from '#server/db/open.ts';
import { jobTypes } from '#shared/catalogues.ts';

/** A word that is looked for: by indexes, or in the rows that come by: what "is true" is no reason for an index. */
export type Word = { text: string; found: SQL; walked: SQL };

const mostWords = 6;
const mostCompanies = 500;

/** Each word stands in the title, in the words of the job type, in the city or in the company's name. */
export async function askedWords(db: Database, query: string): Promise<Word[]> {
  const words = query.split(/\s+/).filter(Boolean).slice(0, mostWords);
  if (words.length === 0) return [];
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
  return words.map((text) => {
    const lower = text.toLowerCase();
    const types = jobTypes.filter(({ label }) => label.toLowerCase().includes(lower)).map(({ code }) => code);
    const ids = named.filter(({ name }) => name.toLowerCase().includes(lower)).map(({ id }) => id);
    const elsewhere = [
      sql`${jobs.searchCity} = lower(${text})`,
      ...(types.length ? [inArray(jobs.jobType, types)] : []),
      ...(ids.length ? [inArray(jobs.companyId, ids)] : []),
    ];
    const or = (inTitle: SQL) => sql`(${sql.join([inTitle, ...elsewhere], sql` or `)})`;
    return {
      text,
      found: or(lowerContains(jobs.searchTitle, text)),
      walked: sql`${or(sql`strpos(${jobs.searchTitle}, lower(${text})) > 0`)} is true`,
    };
  });
}
