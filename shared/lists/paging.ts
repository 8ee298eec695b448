/**
 * Page sizes and bounds of lists (`docs/product/rest.md#paging`). The file has no schemas, so that the first page load
 * stays small.
 */
export const defaultLimit = 10;
export const maxLimit = 100;
/** Lists count up to this many rows. A total of this many means "at least", which screens show as "10,000+". */
export const maxListTotal = 10_000;
/** The public search sorts and counts up to this many matches. A total of this many means "at least". */
export const maxSearchTotal = 1_000;
