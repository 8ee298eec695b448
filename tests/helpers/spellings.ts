import type { TestApp } from './app.ts';

/** Whether the database takes one spelling of an address for another: how it lowers letters is a matter of its locale. */
export async function isTakenFor({ services }: TestApp, one: string, other: string): Promise<boolean> {
  const [row] = await services.sql<{ same: boolean }[]>`select lower(${one}) = lower(${other}) as same`;
  return row?.same === true;
}
