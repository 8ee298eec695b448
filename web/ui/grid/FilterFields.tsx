import { Checkbox, Group, ScrollArea, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { foldText } from '#shared/fold-text.ts';
import { useTimeZone } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import type { ColumnFilter } from './columns.ts';
import classes from './DataGrid.module.css';
import {
  getSelectedOptions,
  conditionLabels,
  dateFilter,
  toCalendarDay,
  isTextOperator,
  numberFilter,
  getRange,
  getFilterValues,
} from './filter-values.ts';
import type { GridFilter } from './grid-state.ts';

type Props = {
  field: string;
  label: string;
  filter: ColumnFilter;
  value: GridFilter | undefined;
  onChange: (filter: GridFilter | null) => void;
  /** Whether the focus starts here when the container opens. */
  hasInitialFocus?: boolean;
};

/** The inputs of one column's filter, by the kind of field. */
export function FilterFields(props: Props) {
  switch (props.filter.kind) {
    case 'text':
      return <TextFields {...props} />;
    case 'number':
    case 'date':
      return <RangeFields {...props} kind={props.filter.kind} />;
    case 'flag':
      return <ChoiceFields {...props} filter={{ kind: 'flag', options: yesNoOptions }} />;
    case 'enum':
    case 'tag':
      return <ChoiceFields {...props} />;
  }
}

const yesNoOptions = [
  { value: 'true', label: t('common.yes') },
  { value: 'false', label: t('common.no') },
] as const;

function TextFields({ field, label, value, onChange, hasInitialFocus }: Props) {
  const operator = value && isTextOperator(value[1]) ? value[1] : 'ilike';
  const text = value ? getFilterValues(value).join(', ') : '';
  return (
    <Stack gap="xs">
      <Select
        aria-label={t('list.conditionLabel', { label })}
        size="sm"
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={Object.entries(conditionLabels).map(([key, name]) => ({ value: key, label: name }))}
        value={operator}
        onChange={(next) => next && isTextOperator(next) && onChange([field, next, text])}
      />
      <TextInput
        aria-label={label}
        placeholder={t('list.text')}
        size="sm"
        data-autofocus={hasInitialFocus || undefined}
        value={text}
        onChange={(event) => onChange([field, operator, event.currentTarget.value])}
      />
    </Stack>
  );
}

const halfRangeHints = { now: t('list.blankDateHint'), ignored: t('list.bothDatesHint') };

function RangeFields({ field, label, filter, value, onChange, hasInitialFocus, kind }: Props & { kind: 'number' | 'date' }) {
  const timeZone = useTimeZone();
  const bounds = getRange(value);
  const [from, to] = kind === 'date' ? [toCalendarDay(bounds[0], timeZone), toCalendarDay(bounds[1], timeZone)] : bounds;
  const toFilter = kind === 'date' ? dateFilter : numberFilter;
  const { openRange } = filter;
  return (
    <div>
      <Group gap="xs" wrap="nowrap" grow>
        <TextInput
          type={kind}
          label={t('common.from')}
          aria-label={t('list.rangeFromLabel', { label })}
          size="sm"
          data-autofocus={hasInitialFocus || undefined}
          value={from}
          max={kind === 'date' && to ? to : undefined}
          onChange={(event) => onChange(toFilter(field, [event.currentTarget.value, to]))}
        />
        <TextInput
          type={kind}
          label={t('common.to')}
          aria-label={t('list.rangeToLabel', { label })}
          size="sm"
          value={to}
          min={kind === 'date' && from ? from : undefined}
          onChange={(event) => onChange(toFilter(field, [from, event.currentTarget.value]))}
        />
      </Group>
      {openRange ? (
        <Text size="xs" c="dimmed" mt={6}>
          {halfRangeHints[openRange]}
        </Text>
      ) : null}
    </div>
  );
}

/** A filter with more options has a search box. */
const maxOptionsWithoutSearch = 20;

/** Several chosen options mean "is one of". Of yes and no, only one can be chosen. */
function ChoiceFields({ field, label, filter, value, onChange, hasInitialFocus }: Props) {
  const [search, setSearch] = useState('');
  const selectedValues = getSelectedOptions(filter, value);
  const choose = (next: string[]) => {
    if (filter.kind !== 'flag') return onChange(next.length > 0 ? [field, 'in', next] : null);
    const last = next.find((one) => !selectedValues.includes(one)) ?? next.at(-1);
    return onChange(last === undefined ? null : [field, 'equals', last === 'true']);
  };
  if (!filter.options?.length) {
    return (
      <Text size="sm" c="dimmed">
        {t('list.noOptionsYet')}
      </Text>
    );
  }
  const isLong = filter.options.length > maxOptionsWithoutSearch;
  const text = foldText(search.trim());
  const visibleOptions = filter.options.filter(
    (option) => selectedValues.includes(option.value) || foldText(option.label).includes(text),
  );
  return (
    <Stack gap="xs">
      {isLong ? (
        <TextInput
          type="search"
          aria-label={t('list.searchOptionsLabel', { label })}
          placeholder={t('list.typeToSearch')}
          size="sm"
          data-autofocus={hasInitialFocus || undefined}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      <ScrollArea.Autosize mah="16rem" type="auto" scrollbars="y">
        {/* Without the space for an error, which would make every list of choices scroll. */}
        <Checkbox.Group aria-label={label} value={selectedValues} onChange={choose} mb={0} pb={0}>
          <Stack gap="xs" py={2}>
            {visibleOptions.map((option, index) => (
              <Checkbox
                key={option.value}
                data-autofocus={(hasInitialFocus && !isLong && index === 0) || undefined}
                value={option.value}
                label={option.label}
                size="sm"
                classNames={{ labelWrapper: classes.choice }}
              />
            ))}
            {visibleOptions.length === 0 ? (
              <Text size="sm" c="dimmed">
                {t('list.noMatches')}
              </Text>
            ) : null}
          </Stack>
        </Checkbox.Group>
      </ScrollArea.Autosize>
    </Stack>
  );
}
