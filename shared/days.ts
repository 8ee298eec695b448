/**
 * Days of 24 hours, for technical periods: sessions, tokens, leases, retention. Days that a person or a job has paid for or waits
 * for are calendar days, which can have 23 or 25 hours (`addCalendarDays` in `time-zone.ts`).
 */
export const dayMs = 24 * 60 * 60 * 1000;

/** The instant that is this many days of 24 hours later, or earlier if the number is negative. */
export const daysAfter = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs);
