import { Combobox, Textarea, useCombobox } from '@mantine/core';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { suggestionsFor, findTypedName } from './mention-words.ts';
import type { Colleague } from './queries.ts';

type Props = Omit<ComponentProps<typeof Textarea>, 'value' | 'onChange'> & {
  value: string;
  onChange: (text: string) => void;
  colleagues: readonly Colleague[];
};

/** The text of a note. Typing `@` offers colleagues, to be chosen with the mouse or the keyboard. */
export function NoteField({ value, onChange, colleagues, ...props }: Props) {
  const textareaRef = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [dismissedText, setDismissedText] = useState<string | null>(null);
  const textBeforeCaret = value.slice(0, caret);
  const typedName = findTypedName(textBeforeCaret);
  const suggestions = typedName === null ? [] : suggestionsFor(typedName, colleagues);
  const isOpen = suggestions.length > 0 && dismissedText !== textBeforeCaret;
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: (opened) => setDismissedText(opened ? null : textBeforeCaret) });
  const { selectFirstOption } = combobox;
  useEffect(() => {
    if (isOpen) selectFirstOption();
  }, [isOpen, typedName, selectFirstOption]);
  const insertMention = (id: string) => {
    const name = colleagues.find((colleague) => colleague.id === id)?.name;
    if (name === undefined || typedName === null) return;
    const textWithMention = `${textBeforeCaret.slice(0, textBeforeCaret.length - typedName.length)}${name} `;
    onChange(textWithMention + value.slice(caret).replace(/^ /, ''));
    setCaret(textWithMention.length);
    setDismissedText(textWithMention);
    requestAnimationFrame(() => {
      textareaRef.current?.focus();
      textareaRef.current?.setSelectionRange(textWithMention.length, textWithMention.length);
    });
  };
  return (
    <Combobox store={combobox} onOptionSubmit={insertMention} withinPortal>
      <Combobox.Target withKeyboardNavigation={isOpen}>
        <Textarea
          {...props}
          ref={textareaRef}
          value={value}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            setCaret(currentTarget.selectionStart);
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onFocus={() => setDismissedText(null)}
          onBlur={() => setDismissedText(textBeforeCaret)}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options>
          {suggestions.map(({ id, name }) => (
            <Combobox.Option key={id} value={id}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
