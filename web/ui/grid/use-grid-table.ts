import {
  type ColumnDef,
  type OnChangeFn,
  type ReactTable,
  rowExpandingFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  type RowSelectionState,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { GridColumn, GridResult } from './columns.ts';
import { type GridDefaults, type GridSearch, ordersOf, sortOf } from './grid-state.ts';

const features = tableFeatures({ rowSortingFeature, rowSelectionFeature, rowExpandingFeature, rowPaginationFeature });
export type GridTableModel<Row extends object> = ReactTable<typeof features, Row>;

type Wiring<Row> = {
  columns: readonly GridColumn<Row>[];
  query: GridResult<Row>;
  search: GridSearch;
  onSearch: (next: GridSearch) => void;
  defaults: GridDefaults;
  selection: RowSelectionState;
  onSelection: OnChangeFn<RowSelectionState>;
  renderDetail?: unknown;
};

const noRows: never[] = [];

/** The headless table: selection and expansion live in it, paging, sorting and filters in the URL and on the server. */
export function useGridTable<Row extends { id: string }>(wiring: Wiring<Row>): GridTableModel<Row> {
  const { columns, query, search, onSearch, defaults } = wiring;
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, Row, unknown> => ({
        id: column.id,
        header: column.header,
        accessorFn: (row) => row,
        cell: ({ row }) => column.cell(row.original),
        enableSorting: column.isSortable ?? false,
        sortDescFirst: false,
      })),
    [columns],
  );
  const sorting: SortingState = ordersOf(search.sort ?? defaults.sort).map(({ field, direction }) => ({
    id: field,
    desc: direction === 'desc',
  }));

  return useTable({
    features,
    columns: definitions,
    data: query.data?.items ?? noRows,
    getRowId: (row: Row) => row.id,
    manualSorting: true,
    manualPagination: true,
    // News of a row must not close what is open under it.
    autoResetExpanded: false,
    enableMultiSort: true,
    getRowCanExpand: () => Boolean(wiring.renderDetail),
    state: { rowSelection: wiring.selection, sorting },
    onRowSelectionChange: wiring.onSelection,
    onSortingChange: (change) => {
      const next = typeof change === 'function' ? change(sorting) : change;
      const sort = sortOf(next.map(({ id, desc }) => ({ field: id, direction: desc ? 'desc' : 'asc' })));
      onSearch({ ...search, page: undefined, sort: sort === defaults.sort ? undefined : sort });
    },
  });
}
