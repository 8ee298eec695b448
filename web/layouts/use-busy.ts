import { useState } from 'react';

/** Disables a screen while it sends, for `AuthCard` and the form's `onSubmit`. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false);
  const whileBusy =
    <Args extends unknown[]>(send: (...args: Args) => Promise<unknown>) =>
    async (...args: Args): Promise<void> => {
      setBusy(true);
      try {
        await send(...args);
      } finally {
        setBusy(false);
      }
    };
  return { isBusy, whileBusy };
}
