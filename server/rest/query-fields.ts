import { shapeOf } from './case.ts';
import { procedureFacts } from './procedures.ts';
import type { Route } from './table.ts';

/** The page of a list, which a search takes in its address although its filters are in its body. */
const pageFields = ['offset', 'limit'];

/**
 * The input fields that a call may carry in its address: every field of a GET, the page of a search, and of any other call
 * only what its row in the table names. Addresses end up in histories and in the logs of proxies, so a password or a
 * token is never read from one.
 */
export function queryFields({ method, procedure, options }: Route): readonly string[] {
  const { input, type } = procedureFacts(procedure);
  const fields = Object.keys(shapeOf(input));
  if (method === 'GET') return fields;
  const taken = [...(type === 'query' ? pageFields : []), ...(options.query ?? [])];
  return fields.filter((field) => taken.includes(field));
}
