import type { ReactNode } from 'react';
import type { GridColumn, GridResult } from './columns.ts';
import type { GridDefaults, GridSearch } from './grid-state.ts';

export type DataGridProps<Row extends { id: string }> = {
  /** The table's accessible name, such as `Jobs`. */
  label: string;
  columns: readonly GridColumn<Row>[];
  /** A query of `PageOf<Row>`; keep the old page with `placeholderData: keepPreviousData`. */
  query: GridResult<Row>;
  /** The URL's state (`validateSearch: readGridSearch`) and how to change it: `navigate({ search })`. */
  search: GridSearch;
  onSearch: (next: GridSearch) => void;
  defaults?: GridDefaults;
  /** Shown when there is nothing at all: an EmptyState that says what to do next. */
  empty: ReactNode;
  /** What a row is called by its checkbox, its details and its actions: `(job) => job.title`. */
  rowName: (row: Row) => string;
  /** Opens under a row (master-detail). */
  renderDetail?: (row: Row) => ReactNode;
  /** Turns selection on; gets the selected rows of this page and a way to clear them. */
  bulk?: (rows: readonly Row[], clear: () => void) => ReactNode;
  /** The last column: a menu or buttons. */
  rowActions?: (row: Row) => ReactNode;
  /** Above the list at the left, usually a SearchInput. */
  toolbar?: ReactNode;
  /** Search, filters and order stand in the frame's head: the cards bring no button for them. */
  isSteeredElsewhere?: boolean;
  /** Called when the row (not a control in it) is clicked; the cell's link stays the keyboard's way. */
  onRowClick?: (row: Row) => void;
};
