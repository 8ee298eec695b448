import type { TestApp } from './app.ts';

/** Whether the database treats two spellings of an address as equal, which depends on its locale. */
export async function isTakenFor({ services }: TestApp, one: string, other: string): Promise<boolean> {
  const [row] = await services.sql<{ same: boolean }[]>`select lower(${one}) = lower(${other}) as same`;
  return row?.same === true;
}
