import { statusOf } from '#web/errors.ts';

/**
 * Whether the server accepted the token of an emailed link. False if it is spent or wrong.
 * @throws the error if there was no answer or the server failed
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
