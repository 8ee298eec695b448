import { and, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Search } from '#shared/list.ts';
import { type ListField, type ListFields, patternOf } from './list.ts';
import type { Database } from './open.ts';
import { excludedTexts } from './text-filters.ts';

/** Steps of 4 µs in the index of texts; what takes more is looked through. */
const mostSteps = 600;
/** So many texts that lack it are no longer few. */
const mostTexts = 100;
/** Of the texts that a filter excludes. */
const mostAsked = 3;

type Texts = { table: PgTable; fields: ListFields; within?: SQL | undefined };

/**
 * The same fields, which know by what a filter excludes the few texts that do not hold it. Where nearly all hold a text, most
 * hold it at their beginning ("Channel 1", a phone's exchange): a text that holds it by its nth letter tells that all do which
 * begin like it, so that the next one to be read is the first that begins otherwise.
 */
export async function knowLacking(db: Database, list: Texts, filters: Search['filters']): Promise<ListFields> {
  const known = new Map<ListField, Map<string, string[]>>();
  const asked = excludedTexts(list.fields, filters).filter(({ field }) => field.search?.isInByteOrder && !field.match);
  for (const { field, text } of asked.slice(0, mostAsked)) {
    const few = await lackingTexts(db, list, field, text);
    if (few) known.set(field, (known.get(field) ?? new Map<string, string[]>()).set(text, few));
  }
  if (known.size === 0) return list.fields;
  return Object.fromEntries(
    Object.entries(list.fields).map(([name, field]) => {
      const lacking = known.get(field);
      return [name, lacking ? { ...field, lacking } : field];
    }),
  );
}

/** Undefined: they are many, or would take long to find. */
async function lackingTexts(
  db: Database,
  { table, within }: Texts,
  field: ListField,
  text: string,
): Promise<string[] | undefined> {
  const words = sql`${field.search?.lower ?? field.column} collate "C"`;
  const held = sql`lower(${text}::text)`;
  const lacks = sql`seen.words not like lower(${patternOf(text)}::text)`;
  // Greater than all that begin alike, but those with the greatest letter of all, which are met one by one.
  const next = sql`case when ${lacks} then seen.words
    else greatest(seen.words, left(seen.words, strpos(seen.words, ${held}) + length(${held}) - 1) || chr(1114111)) end`;
  const nextOf = (after: SQL) => sql`select ${words} from ${table} where ${and(within, after)} order by ${words} limit 1`;
  const [row] = await db.execute<{ areAll: boolean; texts: string[] }>(sql`
    with recursive seen(words, steps, others) as (
      select first.words, 1, 0 from (${nextOf(sql`${words} is not null`)}) first(words)
      union all
      select (${nextOf(sql`${words} > ${next}`)}), steps + 1, others + (${lacks})::int
      from seen where words is not null and steps < ${sql.raw(String(mostSteps))} and others < ${sql.raw(String(mostTexts))}
    )
    select coalesce(bool_or(words is null), true) as "areAll", coalesce(json_agg(words) filter (where ${lacks}), '[]') as texts
    from seen`);
  return row?.areAll ? row.texts : undefined;
}
