/** Milliseconds that callers wait. The test of money by the thousand steps shortens them: it waits for nobody. */
export const answerTimes = {
  /** A charge is answered within the legacy client's time-out of 6 seconds, if need be with `processing` (`spec: work §7`). */
  answerWithinMs: 5000,
  /** How long another charge of the same order waits for the one in flight (`product: Money`). */
  waitForOtherMs: 10_000,
};
