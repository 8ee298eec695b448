/** A charge is answered within the legacy client's time-out of 6 seconds, if need be with `processing` (`spec: work §7`). */
export const answerWithinMs = 5000;
/** How long another charge of the same order waits for the one in flight (`product: Money`). */
export const waitForOtherMs = 10_000;
