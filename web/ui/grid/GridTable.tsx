import { Checkbox, Group, Table, UnstyledButton, VisuallyHidden, ActionIcon, Button, Popover, Stack } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconChevronRight, IconFilter, IconFilterFilled } from '@tabler/icons-react';
import { type ChangeEvent, Fragment, type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { t } from '#web/texts/app.ts';
import type { GridColumn, ColumnFilter } from './columns.ts';
import classes from './DataGrid.module.css';
import { isFilterComplete } from './filter-values.ts';
import { FilterFields } from './FilterFields.tsx';
import { withFilter, type GridFilter } from './grid-state.ts';
import type { DataGridProps, GridTableModel } from './use-grid-table.ts';

type Props<Row extends { id: string }> = DataGridProps<Row> & { table: GridTableModel<Row> };

const ariaSortValues = { asc: 'ascending', desc: 'descending' } as const;

/** The list from 768 px up. A wide table scrolls sideways in its container. */
export function GridTable<Row extends { id: string }>(props: Props<Row>) {
  const { table, columns, label, renderDetail, renderBulkActions, renderRowActions, getRowName, onRowClick } = props;
  const { rows } = table.getRowModel();
  const { frame, content, isFitting } = useTableFit();
  const lastSelectedId = useRef<string>(undefined);
  /** Selects or deselects a row. With Shift, it also selects the rows from the last one that was selected. */
  const select = (index: number, { currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
    const lastIndex = isRange ? rows.findIndex(({ id }) => id === lastSelectedId.current) : -1;
    const start = lastIndex < 0 ? index : lastIndex;
    for (const row of rows.slice(Math.min(start, index), Math.max(start, index) + 1)) row.toggleSelected(currentTarget.checked);
    lastSelectedId.current = rows[index]?.id;
  };
  const columnCount = columns.length + (renderDetail ? 1 : 0) + (renderBulkActions ? 1 : 0) + (renderRowActions ? 1 : 0);

  return (
    <Table.ScrollContainer
      minWidth={0}
      className={classes.scroll}
      classNames={{ scrollContainerInner: classes.extent }}
      type="native"
      ref={frame}
      data-fits={isFitting || undefined}
    >
      <Table ref={content} horizontalSpacing="xs" aria-label={label} className={classes.table}>
        <Table.Thead>
          {table.getHeaderGroups().map((group) => (
            <Table.Tr key={group.id}>
              {renderDetail ? (
                <Table.Th className={classes.narrow}>
                  <VisuallyHidden>{t('common.details')}</VisuallyHidden>
                </Table.Th>
              ) : null}
              {renderBulkActions ? (
                <Table.Th className={classes.narrow}>
                  <Checkbox
                    aria-label={t('list.selectAllOnPage')}
                    checked={table.getIsAllPageRowsSelected()}
                    indeterminate={table.getIsSomePageRowsSelected()}
                    onChange={table.getToggleAllPageRowsSelectedHandler()}
                  />
                </Table.Th>
              ) : null}
              {columns.map((column) => (
                <HeaderCell key={column.id} {...props} column={column} />
              ))}
              {renderRowActions ? (
                <Table.Th className={classes.actions}>
                  <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
                </Table.Th>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Fragment key={row.id}>
              <Table.Tr
                data-selected={row.getIsSelected() || undefined}
                className={onRowClick ? classes.clickable : undefined}
                onClick={onRowClick ? (event) => isOnRow(event) && onRowClick(row.original) : undefined}
              >
                {renderDetail ? (
                  <Table.Td className={classes.narrow}>
                    <DetailsToggle
                      name={getRowName(row.original)}
                      isOpen={row.getIsExpanded()}
                      onToggle={row.getToggleExpandedHandler()}
                    />
                  </Table.Td>
                ) : null}
                {renderBulkActions ? (
                  <Table.Td className={classes.narrow}>
                    <Checkbox
                      aria-label={t('list.selectRow', { row: getRowName(row.original) })}
                      checked={row.getIsSelected()}
                      onChange={(event) => select(index, event)}
                    />
                  </Table.Td>
                ) : null}
                {columns.map((column) => (
                  <Table.Td key={column.id} ta={column.align} className={getCellClass(column)}>
                    {column.cell(row.original)}
                  </Table.Td>
                ))}
                {renderRowActions ? (
                  <Table.Td className={classes.actions}>
                    <Group gap={4} wrap="nowrap" justify="flex-end">
                      {renderRowActions(row.original)}
                    </Group>
                  </Table.Td>
                ) : null}
              </Table.Tr>
              {renderDetail && row.getIsExpanded() ? (
                <Table.Tr className={classes.detail}>
                  <Table.Td colSpan={columnCount}>
                    <div className={classes.detailBox}>{renderDetail(row.original)}</div>
                  </Table.Td>
                </Table.Tr>
              ) : null}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
      {renderRowActions ? null : <span className={classes.edge} aria-hidden />}
    </Table.ScrollContainer>
  );
}

/** Whether the click was on the row itself and not on a link, a control or selected text. */
function isOnRow(event: MouseEvent<HTMLElement>): boolean {
  const isOnControl =
    event.target instanceof Element && event.target.closest('a, button, input, label, [role="menuitem"]') !== null;
  return !isOnControl && !window.getSelection()?.toString();
}

function HeaderCell<Row extends { id: string }>({ table, column, search, onSearch }: Props<Row> & { column: GridColumn<Row> }) {
  const columnModel = table.getColumn(column.id);
  const sortDirection = columnModel?.getIsSorted() || null;
  const Arrow = sortDirection === 'asc' ? IconArrowUp : sortDirection === 'desc' ? IconArrowDown : IconArrowsSort;
  return (
    <Table.Th
      ta={column.align}
      w={column.width}
      className={column.cardRole === 'title' ? `${column.isShort ? '' : classes.title} ${classes.pinned}` : undefined}
      aria-sort={column.isSortable ? (sortDirection ? ariaSortValues[sortDirection] : 'none') : undefined}
    >
      <Group gap={2} wrap="nowrap" justify={column.align === 'right' ? 'flex-end' : 'flex-start'}>
        {column.isSortable ? (
          <UnstyledButton
            className={classes.sort}
            data-sorted={sortDirection ?? undefined}
            onClick={columnModel?.getToggleSortingHandler()}
          >
            {column.header}
            <Arrow size={14} aria-hidden />
          </UnstyledButton>
        ) : (
          <span className={classes.heading}>{column.header}</span>
        )}
        {column.filter ? (
          <ColumnFilterButton
            column={column}
            filter={column.filter}
            value={search.filters?.find(([field]) => field === column.id)}
            onChange={(filter) => onSearch(withFilter(search, column.id, filter))}
          />
        ) : null}
      </Group>
    </Table.Th>
  );
}

function getCellClass<Row>(column: GridColumn<Row>): string | undefined {
  return [getWidthClass(column), column.cardRole === 'title' ? classes.pinned : null].filter(Boolean).join(' ') || undefined;
}

function getWidthClass<Row>({ align, isShort, isWide, isLong }: GridColumn<Row>): string | undefined {
  if (isShort || align === 'right') return `tabular ${classes.short}`;
  if (isWide) return classes.wide;
  return isLong ? classes.long : undefined;
}

type TableFit = { frame: RefObject<HTMLDivElement | null>; content: RefObject<HTMLTableElement | null>; isFitting: boolean };

/** Whether a table is at most as wide as its container, updated when either changes. */
function useTableFit(): TableFit {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLTableElement>(null);
  const [isFitting, setIsFitting] = useState(false);
  useLayoutEffect(() => {
    const [outer, inner] = [frame.current, content.current];
    if (!outer || !inner) return;
    const updateFit = () => setIsFitting(inner.offsetWidth <= outer.clientWidth);
    updateFit();
    const observer = new ResizeObserver(updateFit);
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  return { frame, content, isFitting };
}

type DetailsToggleProps = { name: string; isOpen: boolean; onToggle: () => void };

/** Opens and closes the details of a row, in tables and on cards. */
export function DetailsToggle({ name, isOpen, onToggle }: DetailsToggleProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('list.rowDetails', { name })}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <IconChevronRight size={16} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
    </ActionIcon>
  );
}

type ColumnFilterButtonProps = {
  column: { id: string; header: string };
  filter: ColumnFilter;
  value: GridFilter | undefined;
  onChange: (filter: GridFilter | null) => void;
};

/** The filter of one column, in a popover behind its header. */
function ColumnFilterButton({ column, filter, value, onChange }: ColumnFilterButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [draft, setDraft] = useState<GridFilter | null>(value ?? null);
  const open = () => {
    setDraft(value ?? null);
    setIsOpen((wasOpen) => !wasOpen);
  };
  const apply = (next: GridFilter | null) => {
    setIsOpen(false);
    onChange(next && isFilterComplete(filter, next) ? next : null);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      trapFocus
      returnFocus
      position="bottom-start"
      width={filter.kind === 'date' ? '21rem' : '17rem'}
      withinPortal
    >
      <Popover.Target>
        <ActionIcon
          variant={value ? 'light' : 'subtle'}
          color={value ? 'orange' : 'gray'}
          size="sm"
          className={classes.filter}
          data-active={value ? true : undefined}
          aria-label={t('list.filterByColumn', { header: column.header })}
          onClick={open}
        >
          {value ? <IconFilterFilled size={14} aria-hidden /> : <IconFilter size={14} aria-hidden />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.filterByColumn', { header: column.header })}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            apply(draft);
          }}
        >
          <Stack gap="sm">
            <FilterFields
              field={column.id}
              label={column.header}
              filter={filter}
              value={draft ?? undefined}
              onChange={setDraft}
              hasInitialFocus
            />
            <Group justify="space-between">
              <Button size="xs" variant="subtle" onClick={() => apply(null)} disabled={!value && !draft}>
                {t('list.clear')}
              </Button>
              <Button size="xs" type="submit">
                {t('list.applyFilter')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
