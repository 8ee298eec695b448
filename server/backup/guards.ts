import type { TransactionSql } from 'postgres';
import { quoted, type Table } from './tables.ts';

type ForeignKey = { table: string; name: string; definition: string };

/**
 * Work on the tables while no trigger runs and no reference is checked: rows come in any order, and what triggers would
 * write again (the book of money, counts) is among them. Afterwards every reference is checked anew. It takes the
 * tables' owner and no superuser, so that it does on a managed server.
 */
export async function withoutGuards(tx: TransactionSql, tables: readonly Table[], work: () => Promise<void>): Promise<void> {
  const keys = await tx<ForeignKey[]>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and n.nspname = 'public' order by 1, 2`;
  for (const { table, name } of keys) await tx.unsafe(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
  for (const { name } of tables) await tx.unsafe(`alter table ${quoted(name)} disable trigger user`);
  await work();
  for (const { name } of tables) await tx.unsafe(`alter table ${quoted(name)} enable trigger user`);
  for (const { table, name, definition } of keys)
    await tx.unsafe(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`);
}
