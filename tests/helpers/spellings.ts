import type { TestApp } from './app.ts';

/** Returns whether the database treats two spellings of an address as equal, which depends on its locale. */
export async function isSameAddress({ services }: TestApp, firstAddress: string, secondAddress: string): Promise<boolean> {
  const [row] = await services.sql<{ same: boolean }[]>`select lower(${firstAddress}) = lower(${secondAddress}) as same`;
  return row?.same === true;
}
