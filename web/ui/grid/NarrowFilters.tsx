import { Button, Drawer, Select, Stack, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import type { ColumnFilter } from './columns.ts';
import { FilterFields } from './FilterFields.tsx';
import { type GridDefaults, type GridFilter, type GridSearch, ordersOf } from './grid-state.ts';

type Column = { id: string; header: string; isSortable?: boolean; filter?: ColumnFilter };
type Props = { columns: readonly Column[]; search: GridSearch; onSearch: (next: GridSearch) => void; defaults: GridDefaults };

/** Sorting and filters of a list whose headings are not there: cards below 768. */
export function NarrowFilters({ columns, search, onSearch, defaults }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [draft, setDraft] = useState<GridSearch>(search);
  const sortable = columns.filter((column) => column.isSortable);
  const filterable = columns.flatMap((column) => (column.filter ? [{ ...column, filter: column.filter }] : []));
  if (sortable.length === 0 && filterable.length === 0) return null;
  const [order] = ordersOf(draft.sort ?? defaults.sort);

  const open = () => {
    setDraft(search);
    setIsOpen(true);
  };
  const change = (field: string, filter: GridFilter | null) =>
    setDraft((was) => ({
      ...was,
      filters: [...(was.filters ?? []).filter(([name]) => name !== field), ...(filter ? [filter] : [])],
    }));
  const apply = () => {
    const filters = (draft.filters ?? []).filter(([, , value]) => value !== '');
    setIsOpen(false);
    onSearch({
      ...search,
      page: undefined,
      sort: draft.sort === defaults.sort ? undefined : draft.sort,
      filters: filters.length > 0 ? filters : undefined,
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
        position="bottom"
        size="85%"
        title="Filter and sort"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="md">
          {sortable.length > 0 ? (
            <Select
              label="Sort by"
              comboboxProps={{ withinPortal: false }}
              clearable
              value={order ? `${order.direction === 'desc' ? '-' : ''}${order.field}` : null}
              data={sortable.flatMap(({ id, header }) => [
                { value: id, label: `${header}, ascending` },
                { value: `-${id}`, label: `${header}, descending` },
              ])}
              onChange={(sort) => setDraft((was) => ({ ...was, sort: sort ?? undefined }))}
            />
          ) : null}
          {filterable.map(({ id, header, filter }) => (
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
              />
            </div>
          ))}
          <Button color="orange" onClick={apply}>
            Show results
          </Button>
        </Stack>
      </Drawer>
    </>
  );
}
