/** The day of the words that `/terms` and `/privacy` show; kept with each acceptance (`spec: access §2`, Terms). */
export const termsVersion = '2026-11-21';
