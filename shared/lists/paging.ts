/** How much of a list one answer brings (`rest: Conventions`); free of schemas, for what the web loads first. */
export const defaultLimit = 10;
export const maxLimit = 100;
/** Lists count up to this many rows. A total of this many means "at least", which screens show as "10,000+". */
export const maxListTotal = 10_000;
/** The public search sorts and counts this many matches exactly; a total of this many means "at least". */
export const maxSearchTotal = 1_000;
