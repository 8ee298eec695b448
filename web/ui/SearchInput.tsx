import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { t } from '#web/texts/app.ts';
import { useShortcuts } from './shortcuts.ts';

type Props = {
  /** The accessible name, such as `Search jobs`. */
  label: string;
  /** The current value in the URL. */
  value: string;
  /** Called 300 ms after the last key, and immediately on Enter, on clearing and when the focus leaves the input. */
  onChange: (value: string) => void;
  placeholder?: string;
  /** Whether `/` focuses the input. Turn it off for the second search input on a screen. */
  hasShortcut?: boolean;
  w?: string;
};

/** The search box of a list. It shows the value in the URL and waits for a pause in typing before it changes it. */
export function SearchInput({ label, value, onChange, placeholder = label, hasShortcut = true, w = '20rem' }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [inputText, setInputText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    setInputText(value);
  }
  const changeAfterPause = useDebouncedCallback((text: string) => onChange(text), 300);
  useShortcuts(hasShortcut ? [{ key: '/', label, run: () => input.current?.focus() }] : []);
  const changeImmediately = (text: string) => {
    changeAfterPause.cancel();
    setInputText(text);
    onChange(text);
  };
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={inputText}
      w={{ base: '100%', xs: w }}
      maw="100%"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={rightSection(inputText, hasShortcut, () => changeImmediately(''))}
      onChange={(event) => {
        setInputText(event.currentTarget.value);
        changeAfterPause(event.currentTarget.value);
      }}
      // A search that runs after a link was clicked would replace the page that the link opens.
      onBlur={() => changeAfterPause.flush()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') changeImmediately(event.currentTarget.value);
        if (event.key === 'Escape' && inputText) changeImmediately('');
      }}
    />
  );
}

function rightSection(value: string, hasShortcut: boolean, clear: () => void) {
  if (value) return <CloseButton size="sm" aria-label={t('common.clearSearch')} onClick={clear} />;
  return hasShortcut ? (
    <Kbd size="xs" aria-hidden visibleFrom="sm">
      /
    </Kbd>
  ) : null;
}
