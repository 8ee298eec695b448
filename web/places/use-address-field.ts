import { useRef, useState } from 'react';
import type { Address } from '#shared/places/addresses.ts';

/** An address that is chosen anew, or left as it was; for `<AddressAutocomplete {...field} />`. */
export function useAddressField() {
  /** Undefined: as it was; null: emptied. */
  const [address, setAddress] = useState<Address | null | undefined>(undefined);
  const [problem, setProblem] = useState<string | null>(null);
  const choosing = useRef<Promise<Address | null> | null>(null);
  return {
    address,
    refuse: setProblem,
    reset: () => {
      choosing.current = null;
      setAddress(undefined);
      setProblem(null);
    },
    /** As it stands once the details of what was chosen last are there: whoever saves before that need not save twice. */
    settled: async (): Promise<Address | null | undefined> => (choosing.current ? choosing.current : address),
    field: {
      error: problem,
      onSelect: (next: Address) => {
        setAddress(next);
        setProblem(null);
      },
      onClear: () => {
        choosing.current = null;
        setAddress(null);
      },
      onChoosing: (choice: Promise<Address | null>) => {
        choosing.current = choice;
      },
    },
  };
}
