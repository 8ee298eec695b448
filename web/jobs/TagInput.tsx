import { Combobox, Group, TextInput, type TextInputProps, useCombobox, Pill, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { longestTag } from '#shared/companies/company.ts';
import { tagsQuery } from './queries.ts';
import { jobFields } from '#shared/jobs/job-fields.ts';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import type { ContentValues } from './content-form.ts';
import { t, writeText } from '#web/texts/app.ts';

type TagChoices = {
  /** Existing tags that contain the text. Those that begin with it come first. */
  existing: string[];
  /** The text, if no tag has it yet. */
  created: string | null;
};

const maxChoices = 8;
const fold = (text: string) => text.trim().toLowerCase();

/** The choices for a text. Tags are compared without regard to case, and tags in use are left out. */
export function tagChoices(text: string, tags: readonly string[], currentTags: readonly string[]): TagChoices {
  const typed = fold(text);
  const usedTags = new Set(currentTags.map(fold));
  const prefixMatchesFirst = (one: string, other: string) =>
    Number(fold(other).startsWith(typed)) - Number(fold(one).startsWith(typed)) || fold(one).length - fold(other).length;
  const existing = tags
    .filter((tag) => !usedTags.has(fold(tag)) && fold(tag).includes(typed))
    .toSorted(typed ? prefixMatchesFirst : () => 0)
    .slice(0, maxChoices);
  const isNew = typed !== '' && !usedTags.has(typed) && !tags.some((tag) => fold(tag) === typed);
  return { existing, created: isNew ? text.trim() : null };
}

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'onSubmit'> & {
  /** The company whose tags are suggested, once it is known. */
  companyId: string | undefined;
  /** The tags that are already chosen. */
  used: readonly string[];
  onAdd: (text: string) => void;
};

/**
 * Adds one tag after the other. Enter takes the highlighted suggestion, which is the first one until the arrow keys move. A
 * new tag is the last choice.
 */
export function TagInput({ companyId, used: currentTags, onAdd, ...input }: Props) {
  const [text, setText] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { data: tags } = useQuery(tagsQuery(companyId));
  const { existing, created } = tagChoices(
    text,
    (tags ?? []).map((tag) => tag.text),
    currentTags,
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
          placeholder={t('jobs.addATag')}
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
            // Prevents Enter from submitting the surrounding form.
            event.preventDefault();
            const first = existing[0] ?? created;
            if (first && combobox.getSelectedOptionIndex() === -1) take(first);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={isEmpty} miw="12rem" maw="20rem">
        <Combobox.Options aria-label={t('common.tags')}>
          {existing.map((tag) => (
            <Combobox.Option key={tag} value={tag}>
              {tag}
            </Combobox.Option>
          ))}
          {created ? (
            <Combobox.Option value={created}>
              <Group gap={6} wrap="nowrap">
                <IconPlus size={14} aria-hidden />
                <span>{t('jobs.createCreated', { created })}</span>
              </Group>
            </Combobox.Option>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

type TagsFieldProps = { form: SchemaForm<ContentValues>; companyId: string };

/** The company's tags on the job in the form. */
export function TagsField({ form, companyId }: TagsFieldProps) {
  const [tags, setTags] = useState(() => form.getValues().tags);
  form.watch('tags', ({ value }) => setTags(value));
  const change = (next: string[]) => form.setFieldValue('tags', next);
  return (
    <Stack gap="xs">
      <TagInput
        label={writeText(jobFields.tags.label)}
        description={t('jobs.useTagsGroupFindJobs')}
        maw="24rem"
        companyId={companyId}
        used={tags}
        error={form.errors['tags']}
        onAdd={(tag) => change([...tags, tag])}
      />
      {tags.length > 0 ? (
        <Group gap="xs">
          {tags.map((tag) => (
            <Pill
              key={tag}
              size="md"
              withRemoveButton
              onRemove={() => change(tags.filter((other) => other !== tag))}
              removeButtonProps={{ 'aria-label': t('jobs.removeTagTag', { tag }), 'aria-hidden': false, tabIndex: 0 }}
            >
              {tag}
            </Pill>
          ))}
        </Group>
      ) : null}
    </Stack>
  );
}
