import type { ReactNode } from 'react';
import { options } from '#shared/catalogues.ts';
import type { ColumnKind } from '#shared/lists/list.ts';
import type { PageOf } from '#shared/lists/list.ts';
import type { Field } from '#shared/resource.ts';
import { writeText } from '#web/texts/app.ts';

export type FilterOption = { value: string; label: string };

export type ColumnFilter = {
  kind: ColumnKind;
  /** The choices of `enum` and `tag` fields, with the values that the API uses. */
  options?: readonly FilterOption[];
  /**
   * The meaning of a range with one bound: the other bound is now, or the range is ignored. By default the other bound is
   * open.
   */
  openRange?: 'now' | 'ignored';
  /** Returns the options that a value in the URL stands for, if values have aliases. An unknown value has none. */
  getOptions?: (value: string) => readonly string[];
};

/** One column. `id` is the field's name in the API, which sorting and filters send. */
export type GridColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  isSortable?: boolean;
  /** The field that the column is sorted by, if it has another name than the column. */
  sortField?: string;
  filter?: ColumnFilter;
  align?: 'left' | 'right' | 'center';
  /** A CSS width. The default is the width of the content. */
  width?: string;
  /** The cells contain a number or a short text on one line. */
  isShort?: boolean;
  /** The cells contain several words. The column is wide enough for two lines if the table can be wider than its container. */
  isWide?: boolean;
  /** The values can be long and without spaces, such as email addresses. A card shows them on a line of their own. */
  isLong?: boolean;
  /** Hidden in the table until the user chooses it in the Columns menu. The other columns then fit a laptop's screen. */
  isExtra?: boolean;
  /** A control above the list shows the column's filter, so that there is no mark for it. */
  hasFilterControl?: boolean;
  /** Whether the row has no value in this column. A card then leaves the line out. */
  isEmpty?: (row: Row) => boolean;
  /** `title` is the header of the card below 768 px. `hidden` is left out of cards. */
  cardRole?: 'title' | 'hidden';
};

/** The field that a list is sorted by when a person sorts by the column. */
export const sortFieldOf = ({ id, sortField }: { id: string; sortField?: string }): string => sortField ?? id;

/** A column for a field from a shared field definition, without its cell. */
export function toGridColumn(name: string, { label, list, catalogue }: Field): Omit<GridColumn<unknown>, 'cell'> {
  if (!list) return { id: name, header: writeText(label) };
  return {
    id: list.name,
    header: writeText(label),
    isSortable: list.isSortable,
    filter: { kind: list.kind, ...(catalogue ? { options: options(catalogue, writeText) } : {}) },
  };
}

/** What the grid needs from a query. Pass the result of `useQuery` or `useSuspenseQuery` unchanged. */
export type GridResult<Row> = {
  data: PageOf<Row> | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};
