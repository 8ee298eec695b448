import { inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { posts } from '#drizzle/schema/news.ts';
import { type Condition, maxConditions, type Search } from '#shared/list.ts';
import { type PostState, postStates } from '#shared/post-state.ts';
import { filterSql, type ListField } from '#server/db/list.ts';
import type { Database } from '#server/db/open.ts';
import { unpreparedMark } from '#server/db/prepare.ts';
import { conditionsOf } from '#server/db/text-filters.ts';
import { invalid } from '#server/errors.ts';

/** `postState` of shared/post-state.ts in the database's words, each of which an index checks by itself. */
const stateSql: Record<PostState, SQL> = {
  Published: sql`${posts.isActive} = true`,
  Scheduled: sql`(${posts.isActive} = false and ${posts.scheduledAt} is not null)`,
  Inactive: sql`(${posts.isActive} = false and ${posts.scheduledAt} is null and ${posts.publishedAt} is not null)`,
  Draft: sql`(${posts.isActive} = false and ${posts.scheduledAt} is null and ${posts.publishedAt} is null)`,
};

/** A post is in one state, always. */
export const stateField: ListField = {
  kind: 'enum',
  column: posts.isActive,
  values: postStates,
  order: null,
  match: (_operator, value) => {
    const wanted = postStates.filter((one) => [value].flat().includes(one));
    if (wanted.length === 0) return sql`false`;
    return sql`(${sql.join(
      wanted.map((one) => stateSql[one]),
      sql` or `,
    )})`;
  },
};

/** The writers that there are, each found by a step in the index of writers, which few have many posts in. */
const writers = sql`(with recursive writer(id) as (
  (select user_id from posts where user_id is not null order by user_id limit 1)
  union all
  select (select p.user_id from posts p where p.user_id > writer.id order by p.user_id limit 1) from writer where writer.id is not null
) select id from writer where id is not null)`;

type Writers = { named: string[]; others: string[] };

/**
 * A name is asked of the few writers before it is of the posts, so that the database knows how many they wrote. A post whose
 * writer is gone has none.
 */
export async function authorField(db: Database, filters: Search['filters']): Promise<ListField> {
  const asked = new Map<string, Writers>();
  for (const condition of conditionsOf(filters).filter(isOfName)) {
    const key = keyOf(condition);
    if (asked.has(key)) continue;
    if (asked.size === maxConditions) throw invalid('filters', `Use up to ${maxConditions} author filters`);
    asked.set(key, await findWriters(db, condition));
  }
  return {
    kind: 'text',
    column: users.fullName,
    order: null,
    match: (operator, value) => {
      if (value === null) return isNull(posts.userId);
      const writersOf = asked.get(keyOf({ operator, value }));
      if (operator === 'not_ilike') return sql`(${isNull(posts.userId)} or ${isBy(writersOf?.others)})`;
      return isBy(writersOf?.named);
    },
  };
}

function isBy(ids: string[] | undefined): SQL {
  return ids?.length ? sql`${inArray(posts.userId, ids)} ${sql.raw(unpreparedMark)}` : sql`false`;
}

async function findWriters(db: Database, { field, operator, value }: Condition): Promise<Writers> {
  const condition = { field, operator: affirmed(operator), value };
  const isNamed = filterSql({ author: { kind: 'text', column: users.fullName } }, condition) ?? sql`true`;
  const rows = await db
    .select({ id: users.id, isNamed: sql<boolean>`${isNamed}` })
    .from(users)
    .where(sql`${users.id} in ${writers}`);
  const idsOf = (wanted: boolean) => rows.filter((row) => row.isNamed === wanted).map(({ id }) => id);
  return { named: idsOf(true), others: idsOf(false) };
}

const isOfName = ({ field, value }: Condition) => field === 'author' && value !== null;
/** Whom a name fits and whom it does not is one question. */
const affirmed = (operator: string) => operator.replace(/^not_/, '');
const keyOf = ({ operator, value }: Pick<Condition, 'operator' | 'value'>) => JSON.stringify([affirmed(operator), value]);
