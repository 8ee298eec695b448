import {
  Alert,
  Box,
  Button,
  Group,
  Paper,
  Text,
  Pill,
  Checkbox,
  Popover,
  ScrollArea,
  Stack,
  Drawer,
  Select,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconColumns3, IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { RowSelectionState } from '@tanstack/react-table';
import { type ReactNode, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { breakpoints } from '#shared/brand.ts';
import { errorText } from '#web/api/errors.ts';
import { number } from '#web/browser/format.ts';
import { stored } from '#web/browser/stored.ts';
import { useTimeZone } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { ErrorState } from '#web/ui/States.tsx';
import type { ColumnFilter, GridColumn } from './columns.ts';
import classes from './DataGrid.module.css';
import { describeFilter, isFilterComplete } from './filter-values.ts';
import {
  isFiltered,
  withoutFilters,
  type GridFilter,
  type GridSearch,
  withFilter,
  type GridDefaults,
  parseSort,
} from './grid-state.ts';
import { appliedFilters, FilterList, chosenSort, sortChoices } from './GridButtons.tsx';
import { GridCards } from './GridCards.tsx';
import { GridFooter, GridSkeleton, NoResults, PageNotFound } from './GridParts.tsx';
import { GridTable } from './GridTable.tsx';
import { type DataGridProps, useGridTable } from './use-grid-table.ts';

const columnChoicesSchema = z.record(z.string(), z.boolean());

type ShownColumnsInput<Row> = { label: string; columns: readonly GridColumn<Row>[]; search: GridSearch; defaults: GridDefaults };
type ShownColumns<Row> = { visibleColumns: readonly GridColumn<Row>[]; setColumnShown: (id: string, isShown: boolean) => void };

/**
 * The visible columns: all except the extra ones, unless the user chose otherwise. The browser stores the choice. A column that
 * the list is filtered or sorted by is always visible.
 */
function useShownColumns<Row>({ label, columns, search, defaults }: ShownColumnsInput<Row>): ShownColumns<Row> {
  const choicesStore = useMemo(() => stored(`columns: ${label}`, columnChoicesSchema), [label]);
  const columnChoices = choicesStore.useValue() ?? {};
  const usedFields = new Set([
    ...(search.filters ?? []).map(([field]) => field),
    ...parseSort(search.sort ?? defaults.sort).map(({ field }) => field),
  ]);
  return {
    visibleColumns: columns.filter(
      ({ id, isExtra, cardRole }) => cardRole === 'title' || usedFields.has(id) || (columnChoices[id] ?? !isExtra),
    ),
    setColumnShown: (id, isShown) => choicesStore.write({ ...columnChoices, [id]: isShown }),
  };
}

/** Chooses the visible columns. */
function ColumnsButton<Row>({
  columns,
  visibleColumns,
  setColumnShown,
}: ShownColumns<Row> & { columns: readonly GridColumn<Row>[] }) {
  return (
    <Popover position="bottom-end" width="20rem" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t('list.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.columns')}>
        <ScrollArea.Autosize mah="min(28rem, 60vh)" type="auto" scrollbars="y" offsetScrollbars="present">
          <Stack gap="xs" py={2}>
            {columns
              .filter(({ cardRole }) => cardRole !== 'title')
              .map((column) => (
                <Checkbox
                  key={column.id}
                  label={column.header}
                  checked={visibleColumns.includes(column)}
                  onChange={(event) => setColumnShown(column.id, event.currentTarget.checked)}
                  classNames={{ labelWrapper: classes.choice }}
                />
              ))}
          </Stack>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * The list component of all screens: state in the URL, cards below 768 px, skeleton, empty and no-results states, and
 * errors with a retry (`docs/product/screens.md#lists`).
 */
export function DataGrid<Row extends { id: string }>(props: DataGridProps<Row>) {
  const { columns, query, search, onSearch, defaults = {}, renderBulkActions } = props;
  const isNarrow = useMediaQuery(`(max-width: calc(${breakpoints.sm} - 0.0625em))`, false, { getInitialValueInEffect: false });
  const [selection, setSelection] = useState<RowSelectionState>({});
  const table = useGridTable({ ...props, defaults, selection, onSelection: setSelection });
  const rows = table.getRowModel().rows;
  const selectedRows = rows.filter((row) => row.getIsSelected()).map((row) => row.original);
  const total = query.data?.pagination.total;
  const { visibleColumns, setColumnShown } = useShownColumns({ label: props.label, columns, search, defaults });
  const hasOptionalColumns = columns.some(({ isExtra }) => isExtra);

  return (
    <Box>
      <Group className={classes.toolbar} justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" align="flex-start" flex="1 1 26rem" miw={0}>
          {props.toolbar}
          {(isNarrow || hasOptionalColumns) && !props.hasOtherControls ? (
            <NarrowFilters columns={columns} search={search} onSearch={onSearch} defaults={defaults} />
          ) : null}
          <FilterPills columns={columns} search={search} onSearch={onSearch} />
        </Group>
        {hasOptionalColumns && !isNarrow ? (
          <ColumnsButton columns={columns} visibleColumns={visibleColumns} setColumnShown={setColumnShown} />
        ) : null}
      </Group>
      {query.error && query.data ? (
        <Alert color="red" mb="sm" role="alert">
          {errorText(query.error)}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => query.refetch()}>
            {t('ui.tryAgain')}
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
        {renderContent()}
      </Paper>
      {renderBulkActions && selectedRows.length > 0 ? (
        <Paper component="fieldset" withBorder className={classes.bulkBar} aria-label={t('list.selectedRowsActions')}>
          <Text size="sm" fw={600} className="tabular">
            {t('list.selectedCount', { count: number(selectedRows.length) })}
          </Text>
          {renderBulkActions(selectedRows, () => setSelection({}))}
        </Paper>
      ) : null}
      {total !== undefined && rows.length > 0 ? (
        <GridFooter total={total} search={search} onSearch={onSearch} defaults={defaults} selected={selectedRows.length} />
      ) : null}
    </Box>
  );

  function renderContent(): ReactNode {
    if (!query.data && query.error)
      return <ErrorState error={query.error} onRetry={() => query.refetch()} isRetrying={query.isFetching} />;
    if (!query.data)
      return (
        <GridSkeleton
          columns={isNarrow ? columns : visibleColumns}
          rows={search.size ?? defaults.size ?? 10}
          isNarrow={isNarrow}
          label={props.label}
        />
      );
    if (rows.length > 0) {
      return isNarrow ? (
        <GridCards {...props} defaults={defaults} table={table} />
      ) : (
        <GridTable {...props} columns={visibleColumns} defaults={defaults} table={table} />
      );
    }
    if (total) return <PageNotFound onFirstPage={() => onSearch({ ...search, page: undefined })} />;
    if (isFiltered(search)) return <NoResults onClear={() => onSearch(withoutFilters(search))} />;
    return props.empty;
  }
}

type Props = {
  columns: readonly { id: string; header: string; filter?: ColumnFilter; hasFilterControl?: boolean }[];
  search: GridSearch;
  onSearch: (next: GridSearch) => void;
};

/** The active filters, each with a button that removes it. */
function FilterPills({ columns, search, onSearch }: Props) {
  const timeZone = useTimeZone();
  const findFilter = ([field]: GridFilter) => columns.find(({ id }) => id === field)?.filter;
  const filters = (search.filters ?? []).filter((entry) => {
    if (columns.find(({ id }) => id === entry[0])?.hasFilterControl) return false;
    const filter = findFilter(entry);
    return !filter || isFilterComplete(filter, entry);
  });
  if (filters.length === 0) return null;
  return (
    <>
      {filters.map((entry) => {
        const column = columns.find(({ id }) => id === entry[0]);
        const conditionText = column?.filter ? describeFilter(column.filter, entry, timeZone) : String(entry[2]);
        const name = column?.header ?? entry[0];
        return (
          <Pill
            key={entry[0]}
            size="md"
            withRemoveButton
            onRemove={() => onSearch(withFilter(search, entry[0], null))}
            removeButtonProps={{ 'aria-label': t('list.removeFilter', { name }), 'aria-hidden': false, tabIndex: 0 }}
          >
            {name.endsWith('?') ? name : `${name}:`} {conditionText}
          </Pill>
        );
      })}
      <Button size="compact-sm" variant="subtle" onClick={() => onSearch({ ...search, page: undefined, filters: undefined })}>
        {t('list.clearFilters')}
      </Button>
    </>
  );
}

type Column = { id: string; header: string; isSortable?: boolean; sortField?: string; filter?: ColumnFilter };
type NarrowFiltersProps = {
  columns: readonly Column[];
  search: GridSearch;
  onSearch: (next: GridSearch) => void;
  defaults: GridDefaults;
};

/**
 * A drawer with sorting and filters, for cards below 768 px and for tables with hidden columns. There, not every column has a
 * header with these controls.
 */
function NarrowFilters({ columns, search, onSearch, defaults }: NarrowFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [draft, setDraft] = useState<GridSearch>(search);
  const choices = sortChoices(columns);
  const isNarrow = useMediaQuery(`(max-width: calc(${breakpoints.sm} - 0.0625em))`, false, { getInitialValueInEffect: false });
  if (choices.length === 0 && !columns.some((column) => column.filter)) return null;

  const open = () => {
    setDraft(search);
    setIsOpen(true);
  };
  const apply = () => {
    setIsOpen(false);
    onSearch({
      ...search,
      page: undefined,
      sort: draft.sort === defaults.sort ? undefined : draft.sort,
      filters: appliedFilters(columns, draft),
    });
  };

  return (
    <>
      <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />} onClick={open}>
        {t('list.filterAndSort')}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        position={isNarrow ? 'bottom' : 'right'}
        size={isNarrow ? '85%' : '24rem'}
        title={t('list.filterAndSort')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <Stack gap="md">
          {choices.length > 0 ? (
            <Select
              label={t('common.sortBy')}
              placeholder={t('list.defaultOrder')}
              comboboxProps={{ withinPortal: false }}
              clearable
              value={chosenSort(draft.sort ?? defaults.sort)}
              data={choices}
              onChange={(sort) => setDraft((previous) => ({ ...previous, sort: sort ?? undefined }))}
            />
          ) : null}
          <FilterList columns={columns} draft={draft} onDraftChange={setDraft} />
          <Button color="orange" onClick={apply}>
            {t('list.showResults')}
          </Button>
        </Stack>
      </Drawer>
    </>
  );
}
