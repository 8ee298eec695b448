/** Longer than any step takes on a busy machine. Only a failing test waits for them. In milliseconds. */
export const actionTimeout = 45_000;
export const navigationTimeout = 90_000;
