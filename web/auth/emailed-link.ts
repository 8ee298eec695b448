import { statusOf } from '#web/api/errors.ts';

/**
 * Returns whether the server accepted the token of an emailed link. False means that the token is invalid or already used.
 * @throws the error if there was no response or the server failed
 */
export function isAccepted(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    (error: unknown) => {
      const status = statusOf(error);
      if (status === undefined || status >= 500) throw error;
      return false;
    },
  );
}
