import type { ReactNode } from 'react';
import { options } from '#shared/catalogues.ts';
import type { FieldKind } from '#shared/lists/list.ts';
import type { Field } from '#shared/resource.ts';
import type { PageOf } from '#shared/lists/list.ts';
import { writeText } from '#web/texts/app.ts';

export type FilterOption = { value: string; label: string };

export type ColumnFilter = {
  kind: FieldKind;
  /** The choices of `enum` and `tag` fields, with the wire's values. */
  options?: readonly FilterOption[];
  /**
   * The meaning of a range with one bound: the other bound is now, or the range is ignored. By default the other bound is
   * open.
   */
  halfRange?: 'now' | 'ignored';
  /** The options that a value in a URL means, if it can be written in several ways. None for an unknown value. */
  optionsOf?: (value: string) => readonly string[];
};

/** One column. `id` is the field's name on the wire, which sorting and filtering send. */
export type GridColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  isSortable?: boolean;
  filter?: ColumnFilter;
  align?: 'left' | 'right' | 'center';
  /** A CSS width. The default is the width of the content. */
  width?: string;
  /** A number or a short text on one line. */
  isShort?: boolean;
  /** Several words: wide enough for two lines if the table may be wider than its container. */
  isWide?: boolean;
  /** Possibly long and without a space, such as an email address. A card gives it its own line. */
  isLong?: boolean;
  /** Hidden in the table until it is chosen in the Columns menu, so that the other columns fit a laptop's screen. */
  isExtra?: boolean;
  /** Whether there is nothing to show for a row, so that a card leaves the line out. */
  isEmpty?: (row: Row) => boolean;
  /** `title` is the header of the card below 768 px. `hidden` is left out of cards. */
  onCard?: 'title' | 'hidden';
};

/** The column of a described field, without its cell. */
export function columnOf(name: string, { label, list, catalogue }: Field): Omit<GridColumn<unknown>, 'cell'> {
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
