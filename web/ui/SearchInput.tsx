import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useShortcuts } from './shortcuts.ts';
import { t } from '#web/texts/app.ts';

type Props = {
  /** The accessible name, such as `Search jobs`. */
  label: string;
  /** The current value in the URL. */
  value: string;
  /** Called 300 ms after the last key, and immediately on Enter and on clearing. */
  onChange: (value: string) => void;
  placeholder?: string;
  /** `/` focuses it. Turn it off if a screen has two. */
  hasShortcut?: boolean;
  w?: string;
};

/** The search box of a list. It follows the URL and waits for a pause in typing. */
export function SearchInput({ label, value, onChange, placeholder = label, hasShortcut = true, w = '20rem' }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    setTyped(value);
  }
  const later = useDebouncedCallback((text: string) => onChange(text), 300);
  useShortcuts(hasShortcut ? [{ key: '/', label, run: () => input.current?.focus() }] : []);
  const now = (text: string) => {
    later.cancel();
    setTyped(text);
    onChange(text);
  };
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      w={{ base: '100%', xs: w }}
      maw="100%"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={rightOf(typed, hasShortcut, () => now(''))}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        later(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') now(event.currentTarget.value);
        if (event.key === 'Escape' && typed) now('');
      }}
    />
  );
}

function rightOf(typed: string, hasShortcut: boolean, clear: () => void) {
  if (typed) return <CloseButton size="sm" aria-label={t('common.clearSearch')} onClick={clear} />;
  return hasShortcut ? (
    <Kbd size="xs" aria-hidden visibleFrom="sm">
      /
    </Kbd>
  ) : null;
}
