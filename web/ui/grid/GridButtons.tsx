import { ActionIcon, Button, Drawer, Group, Stack, Tooltip, Text, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFilter, IconFilterFilled, IconArrowsSort } from '@tabler/icons-react';
import { useState } from 'react';
import { breakpoints } from '#shared/brand.ts';
import { t } from '#web/texts/app.ts';
import { type ColumnFilter, sortFieldOf } from './columns.ts';
import { isFilterComplete } from './filter-values.ts';
import { FilterFields } from './FilterFields.tsx';
import { type GridSearch, type GridFilter, parseSort, formatSort } from './grid-state.ts';

type Column = { id: string; header: string; filter?: ColumnFilter };
type FilterButtonProps = { columns: readonly Column[]; search: GridSearch; onSearch: (next: GridSearch) => void };

/** All filters of a list behind one button, for a header outside the list. */
export function FilterButton({ columns, search, onSearch }: FilterButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [draft, setDraft] = useState<GridSearch>(search);
  const isNarrow = useMediaQuery(`(max-width: calc(${breakpoints.sm} - 0.0625em))`, false, { getInitialValueInEffect: false });
  const isActive = Boolean(search.filters?.length);
  const open = () => {
    setDraft(search);
    setIsOpen(true);
  };
  const apply = (next: GridSearch) => {
    setIsOpen(false);
    onSearch({ ...search, page: undefined, filters: appliedFilters(columns, next) });
  };
  return (
    <>
      <Tooltip label={t('list.filter')}>
        <ActionIcon
          variant={isActive ? 'light' : 'default'}
          color={isActive ? 'orange' : undefined}
          size="input-sm"
          aria-label={t('list.filter')}
          onClick={open}
        >
          {isActive ? <IconFilterFilled size={18} aria-hidden /> : <IconFilter size={18} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <Drawer
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        position={isNarrow ? 'bottom' : 'right'}
        size={isNarrow ? '85%' : '24rem'}
        title={t('list.filter')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <Stack gap="md">
          <FilterList columns={columns} draft={draft} onDraftChange={setDraft} hasInitialFocus />
          <Group grow>
            <Button variant="default" onClick={() => apply({})} disabled={!isActive}>
              {t('list.clear')}
            </Button>
            <Button color="orange" onClick={() => apply(draft)}>
              {t('list.showResults')}
            </Button>
          </Group>
        </Stack>
      </Drawer>
    </>
  );
}

type FilterListProps = {
  columns: readonly Column[];
  draft: GridSearch;
  onDraftChange: (change: (previous: GridSearch) => GridSearch) => void;
  /** Whether the first filter receives the focus when the drawer opens. */
  hasInitialFocus?: boolean;
};

/** The filters of all columns in a drawer, which applies them together. */
export function FilterList({ columns, draft, onDraftChange, hasInitialFocus }: FilterListProps) {
  const firstFilterColumn = columns.find(({ filter }) => filter);
  const change = (field: string, filter: GridFilter | null) =>
    onDraftChange((previous) => ({
      ...previous,
      filters: [...(previous.filters ?? []).filter(([name]) => name !== field), ...(filter ? [filter] : [])],
    }));
  return columns.map(({ id, header, filter }) =>
    filter ? (
      <div key={id}>
        <Text size="sm" fw={550} mb={4}>
          {header}
        </Text>
        <FilterFields
          field={id}
          label={header}
          filter={filter}
          value={draft.filters?.find(([field]) => field === id)}
          onChange={(next) => change(id, next)}
          hasInitialFocus={hasInitialFocus === true && id === firstFilterColumn?.id}
        />
      </div>
    ) : null,
  );
}

/** Leaves out filters that were opened but not filled in. */
export function appliedFilters(columns: readonly Column[], { filters = [] }: GridSearch): GridFilter[] | undefined {
  const filledFilters = filters.filter((entry) => {
    const filter = columns.find(({ id }) => id === entry[0])?.filter;
    return !filter || isFilterComplete(filter, entry);
  });
  return filledFilters.length > 0 ? filledFilters : undefined;
}

type SortColumn = { id: string; header: string; isSortable?: boolean; sortField?: string };
type SortButtonProps = { columns: readonly SortColumn[]; search: GridSearch; onSearch: (next: GridSearch) => void };

/** The order of a list behind one button, for a header outside the list. */
export function SortButton({ columns, search, onSearch }: SortButtonProps) {
  const currentSort = chosenSort(search.sort);
  const change = (sort: string) => onSearch({ ...search, page: undefined, sort: sort || undefined });
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <ActionIcon
          variant={currentSort ? 'light' : 'default'}
          color={currentSort ? 'orange' : undefined}
          size="input-sm"
          aria-label={t('common.sort')}
        >
          <IconArrowsSort size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={currentSort ?? ''} onChange={change}>
          <Menu.RadioItem value="">{t('list.defaultOrder')}</Menu.RadioItem>
          {sortChoices(columns).map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The sort options of a list without headers: each column in both directions, as in the URL. */
export function sortChoices(columns: readonly SortColumn[]): { value: string; label: string }[] {
  return columns
    .filter((column) => column.isSortable)
    .flatMap((column) => {
      const { header } = column;
      const field = sortFieldOf(column);
      return [
        { value: field, label: t('list.sortAscending', { header }) },
        { value: `-${field}`, label: t('list.sortDescending', { header }) },
      ];
    });
}

/** The selected sort option, which is the first of the orders. */
export function chosenSort(sort: string | undefined): string | null {
  return formatSort(parseSort(sort).slice(0, 1)) ?? null;
}
