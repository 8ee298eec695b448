import { Alert, Box, Button, Group, Paper, Text, Pill } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { RowSelectionState } from '@tanstack/react-table';
import { type ReactNode, useState } from 'react';
import { breakpoints } from '#shared/brand.ts';
import { number } from '#shared/format.ts';
import { errorText } from '#web/errors.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ColumnsButton, useShownColumns } from './ColumnsButton.tsx';
import classes from './DataGrid.module.css';
import { GridCards } from './GridCards.tsx';
import { GridFooter } from './GridFooter.tsx';
import { GridSkeleton } from './GridSkeleton.tsx';
import { GridTable } from './GridTable.tsx';
import { type DataGridProps, useGridTable } from './use-grid-table.ts';
import { isFiltered, withoutFilters, type GridFilter, type GridSearch, withFilter } from './grid-state.ts';
import { NarrowFilters } from './NarrowFilters.tsx';
import { NoResults, NoSuchPage } from './NoResults.tsx';

import { useTimeZone } from '#web/use-me.ts';
import type { ColumnFilter } from './columns.ts';
import { describe, isComplete } from './filter-values.ts';

/** The one list of the product: state in the URL, cards below 768, skeleton, empty and no-results states, error with retry. */
export function DataGrid<Row extends { id: string }>(props: DataGridProps<Row>) {
  const { columns, query, search, onSearch, defaults = {}, bulk } = props;
  const isNarrow = useMediaQuery(`(max-width: calc(${breakpoints.sm} - 0.0625em))`, false, { getInitialValueInEffect: false });
  const [selection, setSelection] = useState<RowSelectionState>({});
  const table = useGridTable({ ...props, defaults, selection, onSelection: setSelection });
  const rows = table.getRowModel().rows;
  const selected = rows.filter((row) => row.getIsSelected()).map((row) => row.original);
  const total = query.data?.pagination.total;
  const { shown, show } = useShownColumns({ label: props.label, columns, search, defaults });
  const hasExtras = columns.some(({ isExtra }) => isExtra);

  return (
    <Box>
      <Group className={classes.toolbar} justify="space-between" gap="sm">
        <Group gap="sm" flex={1} miw={0}>
          {props.toolbar}
          {(isNarrow || hasExtras) && !props.isSteeredElsewhere ? (
            <NarrowFilters columns={columns} search={search} onSearch={onSearch} defaults={defaults} />
          ) : null}
          <FilterPills columns={columns} search={search} onSearch={onSearch} />
        </Group>
        {bulk && selected.length > 0 ? (
          <Group gap="sm">
            <Text size="sm" c="dimmed" className="tabular">
              {number(selected.length)} selected
            </Text>
            {bulk(selected, () => setSelection({}))}
          </Group>
        ) : null}
        {hasExtras && !isNarrow ? <ColumnsButton columns={columns} shown={shown} show={show} /> : null}
      </Group>
      {query.error && query.data ? (
        <Alert color="red" mb="sm" role="alert">
          {errorText(query.error)}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => query.refetch()}>
            Try again
          </Button>
        </Alert>
      ) : null}
      <Paper
        withBorder={!isNarrow || rows.length === 0}
        shadow={isNarrow ? undefined : 'xs'}
        className={classes.frame}
        data-cards={isNarrow || undefined}
        aria-busy={query.isFetching}
      >
        {contentOf()}
      </Paper>
      {total !== undefined && rows.length > 0 ? (
        <GridFooter total={total} search={search} onSearch={onSearch} defaults={defaults} selected={selected.length} />
      ) : null}
    </Box>
  );

  function contentOf(): ReactNode {
    if (!query.data && query.error)
      return <ErrorState error={query.error} onRetry={() => query.refetch()} isRetrying={query.isFetching} />;
    if (!query.data)
      return (
        <GridSkeleton
          columns={isNarrow ? columns : shown}
          rows={search.size ?? defaults.size ?? 10}
          isNarrow={isNarrow}
          label={props.label}
        />
      );
    if (rows.length > 0) {
      return isNarrow ? (
        <GridCards {...props} defaults={defaults} table={table} />
      ) : (
        <GridTable {...props} columns={shown} defaults={defaults} table={table} />
      );
    }
    if (total) return <NoSuchPage onFirst={() => onSearch({ ...search, page: undefined })} />;
    if (isFiltered(search)) return <NoResults onClear={() => onSearch(withoutFilters(search))} />;
    return props.empty;
  }
}

type Props = {
  columns: readonly { id: string; header: string; filter?: ColumnFilter }[];
  search: GridSearch;
  onSearch: (next: GridSearch) => void;
};

/** The filters that hold now, each removable by itself. */
function FilterPills({ columns, search, onSearch }: Props) {
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
