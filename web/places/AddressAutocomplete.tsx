import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue, useWindowEvent } from '@mantine/hooks';
import { IconHash, IconHome, IconMapPin } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Address, type PlaceSuggestion, typedAddressProblem } from '#shared/places/addresses.ts';
import { outsidePlaceOf } from '#shared/places/outside-states.ts';
import { errorText } from '#web/api/errors.ts';
import { queryClient } from '#web/api/query-client.ts';
import { trpc } from '#web/api/trpc.ts';
import { t } from '#web/texts/app.ts';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { toast } from '#web/ui/toast.ts';

const minutes = 60_000;
const noSuggestions: PlaceSuggestion[] = [];

/** The maps service bills all requests with the same token as one search. */
function newSessionToken(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

type Suggestions = { suggestions: PlaceSuggestion[]; isLoading: boolean; failure: unknown };

/** Suggests places for a text of at least two characters. Earlier suggestions stay until the new ones have arrived. */
function usePlaceSuggestions(text: string, sessionToken: string): Suggestions {
  const { data, isFetching, error } = useQuery({
    ...trpc.places.autocomplete.queryOptions({ text, sessionToken }, { trpc: { abortOnUnmount: true } }),
    enabled: text.length > 1,
    staleTime: 10 * minutes,
    placeholderData: keepPreviousData,
  });
  return { suggestions: text.length > 1 ? (data ?? noSuggestions) : noSuggestions, isLoading: isFetching, failure: error };
}

function findAddress(id: string, sessionToken: string): Promise<Address> {
  return queryClient.fetchQuery({ ...trpc.places.details.queryOptions({ id, sessionToken }), staleTime: 10 * minutes });
}

type Props = {
  label: string;
  /** The text of the chosen address. Empty if none is chosen. */
  value: string;
  onSelect: (address: Address) => void;
  /** Called when the text no longer matches the chosen address. */
  onClear?: () => void;
  /** Called when a suggestion was chosen and its details are loading. The promise resolves to null if that fails. */
  onSelecting?: (choice: Promise<Address | null>) => void;
  /** The form's error. The field's own error comes first. */
  error?: ReactNode;
  hint?: ReactNode;
  placeholder?: string;
  required?: boolean;
  /** Whether the form can be sent without an address. */
  isOptional?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
};

/** The input's role. `Combobox.Target` adds which list it controls, whether it is open and what is selected. */
const comboboxRole = { role: 'combobox', 'aria-autocomplete': 'list' } as const;

/** Suggestions wait this long after the last key (`docs/product/companies.md#addresses`). */
const debounceMs = 300;

const icons = { city: IconMapPin, postal_code: IconHash, address: IconHome };

/**
 * A US address, city or ZIP code, chosen from suggestions. Typed text without a choice does not count: a place in another
 * country is cleared with a toast, and anything else asks for more detail (`docs/product/companies.md#addresses`).
 */
export function AddressAutocomplete({ label, value, error, hint, placeholder, ...props }: Props) {
  const { onSelect, onClear, onSelecting, isOptional = false, ...input } = props;
  const field = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  /** Null while the field shows the chosen address. */
  const [searchText, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const [sessionToken, setSessionToken] = useState(newSessionToken);
  const [query] = useDebouncedValue((searchText ?? '').trim(), debounceMs);
  const { suggestions, isLoading, failure } = usePlaceSuggestions(query, sessionToken);
  const isWaiting = searchText !== null && searchText.trim().length > 1 && (isLoading || query !== searchText.trim());

  /** No suggestion is selected while new ones are loading, so that Enter never selects a suggestion for the earlier text. */
  const { selectFirstOption } = combobox;
  useEffect(() => {
    if (!isWaiting && suggestions.length > 0) selectFirstOption();
  }, [isWaiting, suggestions, selectFirstOption]);

  const refuse = (message: string) => {
    setProblem(message);
    if (message !== t('errors.addressNotUs')) return;
    setTyped('');
    toast.error(message);
  };

  const choose = (id: string) => {
    const choice = take(id);
    onSelecting?.(choice);
  };

  const take = async (id: string): Promise<Address | null> => {
    const description = suggestions.find((place) => place.id === id)?.description ?? '';
    combobox.closeDropdown();
    setTyped(description);
    setProblem(null);
    setIsChoosing(true);
    try {
      const address = await findAddress(id, sessionToken);
      onSelect(address);
      setTyped(null);
      return address;
    } catch (cause) {
      refuse(errorText(cause));
      return null;
    } finally {
      setIsChoosing(false);
      setSessionToken(newSessionToken());
    }
  };

  const type = (text: string) => {
    setTyped(text);
    setProblem(null);
    onClear?.();
    combobox.openDropdown();
    combobox.resetSelectedOption();
  };

  const leave = () => {
    combobox.closeDropdown();
    if (isChoosing || searchText === null) return;
    if (searchText.trim() === '') setTyped(null);
    else if (searchText !== value) refuse(t(typedAddressProblem(searchText)));
  };

  /**
   * The form's button keeps the focus in the field (`SubmitButton`), so submitting also counts as leaving the field. It
   * waits for an address whose details are loading, and refuses text that was typed but not chosen.
   */
  const isPressed = useRef(false);
  useWindowEvent(
    'submit',
    (event) => {
      if (!field.current || field.current.form !== event.target) return;
      leave();
      isPressed.current = isChoosing;
      const isUnfinished = isOptional && searchText !== null && searchText.trim() !== '' && searchText !== value;
      if (!isChoosing && !isUnfinished) return;
      event.preventDefault();
      event.stopPropagation();
      if (!isChoosing) field.current.focus();
    },
    { capture: true },
  );
  useEffect(() => {
    if (isChoosing || !isPressed.current) return;
    isPressed.current = false;
    if (problem) field.current?.focus();
    else field.current?.form?.requestSubmit();
  }, [isChoosing, problem]);

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      withinPortal
      transitionProps={{ duration: 0 }}
      keepMounted={searchText !== null}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...comboboxRole}
          ref={field}
          label={label}
          description={hint}
          placeholder={placeholder ?? t('places.addressPlaceholder')}
          value={searchText ?? value}
          error={problem ?? error}
          autoComplete="off"
          maxLength={200}
          rightSection={isWaiting || isChoosing ? <Loader size="xs" {...asStatus(t('places.searchingLocations'))} /> : null}
          onChange={(event) => type(event.currentTarget.value)}
          onClick={() => searchText && combobox.openDropdown()}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !searchText?.trim()) return;
            event.preventDefault();
            if (!isWaiting && suggestions.length === 0 && !failure) refuse(t(typedAddressProblem(searchText)));
          }}
          {...input}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={query.length < 2 || searchText === null}>
        <Combobox.Options aria-label={t('places.suggestions')}>
          {suggestions.map((place) => (
            <PlaceOption key={place.id} place={place} />
          ))}
          {suggestions.length === 0 && <Combobox.Empty>{emptyText(query, isWaiting, failure)}</Combobox.Empty>}
        </Combobox.Options>
        <Combobox.Footer>
          <Text size="xs" c="dimmed">
            {suggestions.some(({ kind }) => kind === 'address') ? `${t('places.addressCheckNote')} ` : null}
            {t('places.placeDataCredit')}
          </Text>
        </Combobox.Footer>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function emptyText(entered: string, isWaiting: boolean, failure: unknown): string {
  if (failure) return errorText(failure);
  if (outsidePlaceOf(entered)) return t('errors.addressOutsideStates');
  if (isWaiting) return t('places.searchingLocations');
  return streetOnly.test(entered) ? t('places.keepTypingAddress') : t('places.noUsLocationsFound');
}

/** A number and words without a comma: an address that is still being typed. */
const streetOnly = /^\d+\s[^,]*$/;

function PlaceOption({ place }: { place: PlaceSuggestion }) {
  const Icon = icons[place.kind];
  return (
    <Combobox.Option value={place.id}>
      <Icon size="1rem" aria-hidden style={{ verticalAlign: 'text-bottom', marginInlineEnd: 'var(--mantine-spacing-xs)' }} />
      {place.description}
    </Combobox.Option>
  );
}

/** Keeps the state of an address that the user may leave unchanged, for `<AddressAutocomplete {...field} />`. */
export function useAddressField() {
  /** Undefined means that the address is unchanged, and null that it was cleared. */
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
    /** Waits until the details of the last choice are loaded, so that saving early does not lose the address. */
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
      onSelecting: (choice: Promise<Address | null>) => {
        choosing.current = choice;
      },
    },
  };
}
