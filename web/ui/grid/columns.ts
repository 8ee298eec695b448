import type { ReactNode } from 'react';
import type { FieldKind } from '#shared/lists/list.ts';
import type { PageOf } from '#shared/lists/list.ts';

export type FilterOption = { value: string; label: string };

export type ColumnFilter = {
  kind: FieldKind;
  /** The choices of `enum` and `tag`: value as on the wire. */
  options?: readonly FilterOption[];
  /** What a range with one bound means: the other bound is now, or it filters nothing. Otherwise the other bound is open. */
  halfRange?: 'now' | 'ignored';
  /** The options that a value means, where an address may write them in other ways. An unknown value means none. */
  optionsOf?: (value: string) => readonly string[];
};

/** One column. `id` is the field's name on the wire: it is what sorting and filtering send. */
export type GridColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  isSortable?: boolean;
  filter?: ColumnFilter;
  align?: 'left' | 'right' | 'center';
  /** A CSS width; else the content's. */
  width?: string;
  /** A figure or a word or two: stands on one line, figures of one width. */
  isShort?: boolean;
  /** Several words: wide enough for two lines of them, where the table may be wider than its frame. */
  isWide?: boolean;
  /** May be long and without a space, such as an e-mail address: a card gives it a line of its own. */
  isLong?: boolean;
  /** Hidden in the table until it is chosen in the Columns menu, so that the other columns fit a laptop's screen. */
  isExtra?: boolean;
  /** Nothing to tell of this row: a card leaves the line out. */
  isEmpty?: (row: Row) => boolean;
  /** `title`: the head of the card below 768; `hidden`: left out of cards. */
  onCard?: 'title' | 'hidden';
};

/** What the grid reads off a query: pass the result of `useQuery` or `useSuspenseQuery` as it is. */
export type GridResult<Row> = {
  data: PageOf<Row> | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};
