import { Button, Drawer, Select, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { breakpoints } from '#shared/brand.ts';
import type { ColumnFilter } from './columns.ts';
import { appliedFilters, FilterList } from './FilterButton.tsx';
import type { GridDefaults, GridSearch } from './grid-state.ts';
import { chosenSort, sortChoices } from './SortButton.tsx';

type Column = { id: string; header: string; isSortable?: boolean; filter?: ColumnFilter };
type NarrowFiltersProps = {
  columns: readonly Column[];
  search: GridSearch;
  onSearch: (next: GridSearch) => void;
  defaults: GridDefaults;
};

/** Sorting and filters of a list where not every column has its heading: cards below 768, and tables with extra columns. */
export function NarrowFilters({ columns, search, onSearch, defaults }: NarrowFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [draft, setDraft] = useState<GridSearch>(search);
  const choices = sortChoices(columns);
  const isNarrow = useMediaQuery(`(max-width: calc(${breakpoints.sm} - 0.0625em))`, false, { getInitialValueInEffect: false });
  if (choices.length === 0 && !columns.some((column) => column.filter)) return null;

  const open = () => {
    setDraft(search);
    setIsOpen(true);
  };
  const apply = () => {
    setIsOpen(false);
    onSearch({
      ...search,
      page: undefined,
      sort: draft.sort === defaults.sort ? undefined : draft.sort,
      filters: appliedFilters(columns, draft),
    });
  };

  return (
    <>
      <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />} onClick={open}>
        Filter and sort
      </Button>
      <Drawer
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        position={isNarrow ? 'bottom' : 'right'}
        size={isNarrow ? '85%' : '24rem'}
        title="Filter and sort"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="md">
          {choices.length > 0 ? (
            <Select
              label="Sort by"
              placeholder="Default order"
              comboboxProps={{ withinPortal: false }}
              clearable
              value={chosenSort(draft.sort ?? defaults.sort)}
              data={choices}
              onChange={(sort) => setDraft((was) => ({ ...was, sort: sort ?? undefined }))}
            />
          ) : null}
          <FilterList columns={columns} draft={draft} onDraft={setDraft} />
          <Button color="orange" onClick={apply}>
            Show results
          </Button>
        </Stack>
      </Drawer>
    </>
  );
}
