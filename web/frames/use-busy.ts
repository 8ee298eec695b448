import { useState } from 'react';

/** Disables a screen while it sends, for `AuthCard` and the form's `onSubmit`. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false);
  const whileBusy =
    <Given extends unknown[]>(send: (...given: Given) => Promise<unknown>) =>
    async (...given: Given): Promise<void> => {
      setBusy(true);
      try {
        await send(...given);
      } finally {
        setBusy(false);
      }
    };
  return { isBusy, whileBusy };
}
