/** Days of 24 hours. Calendar days, which can have 23 or 25, are in `time-zone.ts`. */
export const dayMs = 24 * 60 * 60 * 1000;

/** The instant that is this many days of 24 hours later, or earlier if the number is negative. */
export const daysAfter = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs);
