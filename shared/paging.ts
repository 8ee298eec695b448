/** How much of a list one answer brings (`rest: Conventions`); free of schemas, for what the web loads first. */
export const defaultLimit = 10;
export const maxLimit = 100;
/**
 * Counting of long lists (public jobs, companies, the administrators' jobs) stops here: nobody pages through more, and an exact
 * number would cost more than the page.
 */
export const mostCounted = 10_000;
/** Where a text is searched for in a list's rows, counting stops sooner: each row that is counted has been looked through. */
export const mostFound = 2_500;
/** The public search sorts and counts this many matches exactly; a total of this many means "at least". */
export const maxSearchTotal = 1_000;
