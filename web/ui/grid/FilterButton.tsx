import { ActionIcon, Button, Drawer, Group, Stack, Tooltip, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFilter, IconFilterFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { breakpoints } from '#shared/brand.ts';
import type { ColumnFilter } from './columns.ts';
import type { GridSearch, GridFilter } from './grid-state.ts';
import { FilterFields } from './FilterFields.tsx';
import { isComplete } from './filter-values.ts';
import { t } from '#web/texts/app.ts';

type Column = { id: string; header: string; filter?: ColumnFilter };
type Props = { columns: readonly Column[]; search: GridSearch; onSearch: (next: GridSearch) => void };

/** All filters of a list behind one button, for a header outside the list. */
export function FilterButton({ columns, search, onSearch }: Props) {
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
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Stack gap="md">
          <FilterList columns={columns} draft={draft} onDraft={setDraft} hasFocus />
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
  onDraft: (change: (was: GridSearch) => GridSearch) => void;
  /** Whether the first filter receives the focus when the drawer opens. */
  hasFocus?: boolean;
};

/** The filters of all columns in a drawer, which applies them together. */
export function FilterList({ columns, draft, onDraft, hasFocus }: FilterListProps) {
  const first = columns.find(({ filter }) => filter);
  const change = (field: string, filter: GridFilter | null) =>
    onDraft((was) => ({
      ...was,
      filters: [...(was.filters ?? []).filter(([name]) => name !== field), ...(filter ? [filter] : [])],
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
          hasFocus={hasFocus === true && id === first?.id}
        />
      </div>
    ) : null,
  );
}

/** Leaves out filters that were opened but not filled in. */
export function appliedFilters(columns: readonly Column[], { filters = [] }: GridSearch): GridFilter[] | undefined {
  const filled = filters.filter((entry) => {
    const filter = columns.find(({ id }) => id === entry[0])?.filter;
    return !filter || isComplete(filter, entry);
  });
  return filled.length > 0 ? filled : undefined;
}
