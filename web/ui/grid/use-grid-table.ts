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
import { useMemo, type ReactNode } from 'react';
import { type GridColumn, type GridResult, sortFieldOf } from './columns.ts';
import { type GridDefaults, type GridSearch, parseSort, formatSort } from './grid-state.ts';

const features = tableFeatures({ rowSortingFeature, rowSelectionFeature, rowExpandingFeature, rowPaginationFeature });
export type GridTableModel<Row extends object> = ReactTable<typeof features, Row>;

type TableInput<Row> = {
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

/**
 * The headless table. Selection and expansion are its own state; paging, sorting and filters are in the URL and on the
 * server.
 */
export function useGridTable<Row extends { id: string }>(input: TableInput<Row>): GridTableModel<Row> {
  const { columns, query, search, onSearch, defaults } = input;
  const columnDefinitions = useMemo(
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
  const sorting: SortingState = parseSort(search.sort ?? defaults.sort).map(({ field, direction }) => ({
    id: columns.find((column) => sortFieldOf(column) === field)?.id ?? field,
    desc: direction === 'desc',
  }));

  return useTable({
    features,
    columns: columnDefinitions,
    data: query.data?.items ?? noRows,
    getRowId: (row: Row) => row.id,
    manualSorting: true,
    manualPagination: true,
    // Updated data must not close the details of a row.
    autoResetExpanded: false,
    enableMultiSort: true,
    getRowCanExpand: () => Boolean(input.renderDetail),
    state: { rowSelection: input.selection, sorting },
    onRowSelectionChange: input.onSelection,
    onSortingChange: (change) => {
      const next = typeof change === 'function' ? change(sorting) : change;
      const getField = (id: string) => sortFieldOf(columns.find((column) => column.id === id) ?? { id });
      const sort = formatSort(next.map(({ id, desc }) => ({ field: getField(id), direction: desc ? 'desc' : 'asc' })));
      onSearch({ ...search, page: undefined, sort: sort === defaults.sort ? undefined : sort });
    },
  });
}

export type DataGridProps<Row extends { id: string }> = {
  /** The table's accessible name, such as `Jobs`. */
  label: string;
  columns: readonly GridColumn<Row>[];
  /** A query of `PageOf<Row>`. Keep the old page with `placeholderData: keepPreviousData`. */
  query: GridResult<Row>;
  /** The URL's state (`validateSearch: readGridSearch`) and how to change it: `navigate({ search })`. */
  search: GridSearch;
  onSearch: (next: GridSearch) => void;
  defaults?: GridDefaults;
  /** Shown if the list is empty: an EmptyState that says what to do next. */
  empty: ReactNode;
  /** The row's name for its checkbox, details and actions: `(job) => job.title`. */
  getRowName: (row: Row) => string;
  /** Content that opens below a row. */
  renderDetail?: (row: Row) => ReactNode;
  /** Turns selection on. It receives the selected rows of this page and a function that clears the selection. */
  renderBulkActions?: (rows: readonly Row[], clearSelection: () => void) => ReactNode;
  /** The last column: a menu or buttons. */
  renderRowActions?: (row: Row) => ReactNode;
  /** Above the list on the left, usually a SearchInput. */
  toolbar?: ReactNode;
  /** Whether the page's header has search, filters and sorting. If so, the list has no button for them. */
  hasOtherControls?: boolean;
  /** Called when the row (not a control in it) is clicked. Keyboard users use the link in the cell. */
  onRowClick?: (row: Row) => void;
};
