import { Button, Pill } from '@mantine/core';
import { useTimeZone } from '#web/use-time-zone.ts';
import type { ColumnFilter } from './columns.ts';
import { describe, isComplete } from './filter-values.ts';
import { type GridFilter, type GridSearch, withFilter } from './grid-state.ts';

type Props = {
  columns: readonly { id: string; header: string; filter?: ColumnFilter }[];
  search: GridSearch;
  onSearch: (next: GridSearch) => void;
};

/** The filters that hold now, each removable by itself. */
export function FilterPills({ columns, search, onSearch }: Props) {
  const timeZone = useTimeZone();
  const filterOf = ([field]: GridFilter) => columns.find(({ id }) => id === field)?.filter;
  const filters = (search.filters ?? []).filter((entry) => {
    const filter = filterOf(entry);
    return !filter || isComplete(filter, entry);
  });
  if (filters.length === 0) return null;
  return (
    <>
      {filters.map((entry) => {
        const column = columns.find(({ id }) => id === entry[0]);
        const words = column?.filter ? describe(column.filter, entry, timeZone) : String(entry[2]);
        const name = column?.header ?? entry[0];
        return (
          <Pill
            key={entry[0]}
            size="md"
            withRemoveButton
            onRemove={() => onSearch(withFilter(search, entry[0], null))}
            removeButtonProps={{ 'aria-label': `Remove filter ${name}`, 'aria-hidden': false, tabIndex: 0 }}
          >
            {name}: {words}
          </Pill>
        );
      })}
      <Button size="compact-sm" variant="subtle" onClick={() => onSearch({ ...search, page: undefined, filters: undefined })}>
        Clear filters
      </Button>
    </>
  );
}
