/** How much of a list one answer brings (`rest: Conventions`); free of schemas, for what the web loads first. */
export const defaultLimit = 10;
export const maxLimit = 100;
