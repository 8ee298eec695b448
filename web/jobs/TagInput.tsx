import { Combobox, Group, TextInput, type TextInputProps, useCombobox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { longestTag } from '#shared/companies/tag.ts';
import { tagsQuery } from './queries.ts';
import { tagChoices } from './tag-choices.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'onSubmit'> & {
  /** The company whose tags are suggested, once it is known. */
  companyId: string | undefined;
  /** The tags that are chosen already. */
  used: readonly string[];
  onAdd: (text: string) => void;
};

/**
 * Asks for one tag after the other. Enter takes the highlighted suggestion, which is the first one until the arrow keys move;
 * a new tag is its own last line.
 */
export function TagInput({ companyId, used, onAdd, ...input }: Props) {
  const [text, setText] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { data: known } = useQuery(tagsQuery(companyId));
  const { existing, created } = tagChoices(
    text,
    (known ?? []).map((tag) => tag.text),
    used,
  );
  const isEmpty = existing.length === 0 && created === null;
  const offered = [...existing, created].join('\n');
  const { selectFirstOption } = combobox;
  useEffect(() => {
    if (text.trim() && offered) selectFirstOption();
  }, [text, offered, selectFirstOption]);

  const take = (tag: string) => {
    onAdd(tag);
    setText('');
    combobox.closeDropdown();
  };

  return (
    <Combobox store={combobox} onOptionSubmit={take} withinPortal width="max-content" position="bottom-start">
      <Combobox.Target withExpandedAttribute>
        <TextInput
          placeholder="Add a tag"
          autoComplete="off"
          maxLength={longestTag}
          {...input}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !text.trim()) return;
            // A tag does not submit the form around it.
            event.preventDefault();
            const first = existing[0] ?? created;
            if (first && combobox.getSelectedOptionIndex() === -1) take(first);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={isEmpty} miw="12rem" maw="20rem">
        <Combobox.Options aria-label="Tags">
          {existing.map((tag) => (
            <Combobox.Option key={tag} value={tag}>
              {tag}
            </Combobox.Option>
          ))}
          {created ? (
            <Combobox.Option value={created}>
              <Group gap={6} wrap="nowrap">
                <IconPlus size={14} aria-hidden />
                <span>Create “{created}”</span>
              </Group>
            </Combobox.Option>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
