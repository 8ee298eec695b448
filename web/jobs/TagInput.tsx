import { Combobox, Group, TextInput, type TextInputProps, useCombobox, Pill, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { maxTagLength } from '#shared/companies/company.ts';
import { jobFields } from '#shared/jobs/job-fields.ts';
import { t, writeText } from '#web/texts/app.ts';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import type { ContentValues } from './content-form.ts';
import { tagsQuery } from './queries.ts';

type TagChoices = {
  /** Existing tags that contain the text. Those that begin with it come first. */
  existingTags: string[];
  /** The text as a new tag, or null if such a tag already exists. */
  newTag: string | null;
};

const maxChoices = 8;
const normalizeTag = (text: string) => text.trim().toLowerCase();

/** The suggestions for a text. Case is ignored, and tags that are already used are left out. */
export function tagChoices(text: string, tags: readonly string[], currentTags: readonly string[]): TagChoices {
  const normalizedText = normalizeTag(text);
  const usedTags = new Set(currentTags.map(normalizeTag));
  const prefixMatchesFirst = (one: string, other: string) =>
    Number(normalizeTag(other).startsWith(normalizedText)) - Number(normalizeTag(one).startsWith(normalizedText)) ||
    normalizeTag(one).length - normalizeTag(other).length;
  const existingTags = tags
    .filter((tag) => !usedTags.has(normalizeTag(tag)) && normalizeTag(tag).includes(normalizedText))
    .toSorted(normalizedText ? prefixMatchesFirst : () => 0)
    .slice(0, maxChoices);
  const isNew =
    normalizedText !== '' && !usedTags.has(normalizedText) && !tags.some((tag) => normalizeTag(tag) === normalizedText);
  return { existingTags, newTag: isNew ? text.trim() : null };
}

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'onSubmit'> & {
  /** The company whose tags are suggested. Undefined while it is loading. */
  companyId: string | undefined;
  /** The tags that are already chosen. */
  currentTags: readonly string[];
  onAdd: (text: string) => void;
};

/**
 * An input that adds one tag at a time. Enter adds the highlighted suggestion, which is the first one until the user presses
 * the arrow keys. The option that creates a new tag comes last.
 */
export function TagInput({ companyId, currentTags, onAdd, ...input }: Props) {
  const [text, setText] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { data: tags } = useQuery(tagsQuery(companyId));
  const { existingTags, newTag } = tagChoices(
    text,
    (tags ?? []).map((tag) => tag.text),
    currentTags,
  );
  const isEmpty = existingTags.length === 0 && newTag === null;
  const choicesKey = [...existingTags, newTag].join('\n');
  const { selectFirstOption } = combobox;
  useEffect(() => {
    if (text.trim() && choicesKey) selectFirstOption();
  }, [text, choicesKey, selectFirstOption]);

  const addTag = (tag: string) => {
    onAdd(tag);
    setText('');
    combobox.closeDropdown();
  };

  return (
    <Combobox store={combobox} onOptionSubmit={addTag} withinPortal width="max-content" position="bottom-start">
      <Combobox.Target withExpandedAttribute>
        <TextInput
          placeholder={t('jobs.addTagPlaceholder')}
          autoComplete="off"
          maxLength={maxTagLength}
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
            const first = existingTags[0] ?? newTag;
            if (first && combobox.getSelectedOptionIndex() === -1) addTag(first);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={isEmpty} miw="12rem" maw="20rem">
        <Combobox.Options aria-label={t('common.tags')}>
          {existingTags.map((tag) => (
            <Combobox.Option key={tag} value={tag}>
              {tag}
            </Combobox.Option>
          ))}
          {newTag ? (
            <Combobox.Option value={newTag}>
              <Group gap={6} wrap="nowrap">
                <IconPlus size={14} aria-hidden />
                <span>{t('jobs.createTag', { created: newTag })}</span>
              </Group>
            </Combobox.Option>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

type TagsFieldProps = { form: SchemaForm<ContentValues>; companyId: string };

/** The form field for the job's tags. */
export function TagsField({ form, companyId }: TagsFieldProps) {
  const tags = form.useWatchValue('tags');
  const change = (next: string[]) => form.setFieldValue('tags', next);
  return (
    <Stack gap="xs">
      <TagInput
        label={writeText(jobFields.tags.label)}
        description={t('jobs.tagsHint')}
        maw="24rem"
        companyId={companyId}
        currentTags={tags}
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
              removeButtonProps={{ 'aria-label': t('jobs.removeTagLabel', { tag }), 'aria-hidden': false, tabIndex: 0 }}
            >
              {tag}
            </Pill>
          ))}
        </Group>
      ) : null}
    </Stack>
  );
}
