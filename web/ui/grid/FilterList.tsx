import { Text } from '@mantine/core';
import type { ColumnFilter } from './columns.ts';
import { FilterFields } from './FilterFields.tsx';
import { isComplete } from './filter-values.ts';
import type { GridFilter, GridSearch } from './grid-state.ts';

type Column = { id: string; header: string; filter?: ColumnFilter };
type Props = {
  columns: readonly Column[];
  draft: GridSearch;
  onDraft: (change: (was: GridSearch) => GridSearch) => void;
  /** Whether the first filter takes the keyboard focus when the drawer opens. */
  hasFocus?: boolean;
};

/** The filters of every column, one under the other, for a drawer that applies them together. */
export function FilterList({ columns, draft, onDraft, hasFocus }: Props) {
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

/** Fields that were opened and left empty filter nothing. */
export function appliedFilters(columns: readonly Column[], { filters = [] }: GridSearch): GridFilter[] | undefined {
  const filled = filters.filter((entry) => {
    const filter = columns.find(({ id }) => id === entry[0])?.filter;
    return !filter || isComplete(filter, entry);
  });
  return filled.length > 0 ? filled : undefined;
}
