import { Checkbox, Group, Table, UnstyledButton, VisuallyHidden, ActionIcon, Button, Popover, Stack } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconChevronRight, IconFilter, IconFilterFilled } from '@tabler/icons-react';
import { Fragment, type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { GridColumn, ColumnFilter } from './columns.ts';
import classes from './DataGrid.module.css';
import type { DataGridProps, GridTableModel } from './use-grid-table.ts';
import { withFilter, type GridFilter } from './grid-state.ts';
import { FilterFields } from './FilterFields.tsx';
import { isComplete } from './filter-values.ts';
import { t } from '#web/texts/app.ts';

type Props<Row extends { id: string }> = DataGridProps<Row> & { table: GridTableModel<Row> };

const directions = { asc: 'ascending', desc: 'descending' } as const;

/** The list from 768 px up. A wide table scrolls sideways in its container. */
export function GridTable<Row extends { id: string }>(props: Props<Row>) {
  const { table, columns, label, renderDetail, bulk, rowActions, rowName, onRowClick } = props;
  const { rows } = table.getRowModel();
  const { frame, content, isFitting } = useFits();
  const span = columns.length + (renderDetail ? 1 : 0) + (bulk ? 1 : 0) + (rowActions ? 1 : 0);

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
                  <VisuallyHidden>{t('list.details')}</VisuallyHidden>
                </Table.Th>
              ) : null}
              {bulk ? (
                <Table.Th className={classes.narrow}>
                  <Checkbox
                    aria-label={t('list.selectAllOnThisPage')}
                    checked={table.getIsAllPageRowsSelected()}
                    indeterminate={table.getIsSomePageRowsSelected()}
                    onChange={table.getToggleAllPageRowsSelectedHandler()}
                  />
                </Table.Th>
              ) : null}
              {columns.map((column) => (
                <HeaderCell key={column.id} {...props} column={column} />
              ))}
              {rowActions ? (
                <Table.Th className={classes.actions}>
                  <VisuallyHidden>{t('list.actions')}</VisuallyHidden>
                </Table.Th>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Fragment key={row.id}>
              <Table.Tr
                data-selected={row.getIsSelected() || undefined}
                className={onRowClick ? classes.clickable : undefined}
                onClick={onRowClick ? (event) => isOnRow(event) && onRowClick(row.original) : undefined}
              >
                {renderDetail ? (
                  <Table.Td className={classes.narrow}>
                    <DetailsToggle
                      name={rowName(row.original)}
                      isOpen={row.getIsExpanded()}
                      onToggle={row.getToggleExpandedHandler()}
                    />
                  </Table.Td>
                ) : null}
                {bulk ? (
                  <Table.Td className={classes.narrow}>
                    <Checkbox
                      aria-label={t('list.selectOriginal', { original: rowName(row.original) })}
                      checked={row.getIsSelected()}
                      onChange={row.getToggleSelectedHandler()}
                    />
                  </Table.Td>
                ) : null}
                {columns.map((column) => (
                  <Table.Td key={column.id} ta={column.align} className={classOf(column)}>
                    {column.cell(row.original)}
                  </Table.Td>
                ))}
                {rowActions ? (
                  <Table.Td className={classes.actions}>
                    <Group gap={4} wrap="nowrap" justify="flex-end">
                      {rowActions(row.original)}
                    </Group>
                  </Table.Td>
                ) : null}
              </Table.Tr>
              {renderDetail && row.getIsExpanded() ? (
                <Table.Tr className={classes.detail}>
                  <Table.Td colSpan={span}>
                    <div className={classes.detailBox}>{renderDetail(row.original)}</div>
                  </Table.Td>
                </Table.Tr>
              ) : null}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
      {rowActions ? null : <span className={classes.edge} aria-hidden />}
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
  const model = table.getColumn(column.id);
  const sorted = model?.getIsSorted() || null;
  const Arrow = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconArrowsSort;
  return (
    <Table.Th
      ta={column.align}
      w={column.width}
      className={column.onCard === 'title' ? `${column.isShort ? '' : classes.title} ${classes.pinned}` : undefined}
      aria-sort={column.isSortable ? (sorted ? directions[sorted] : 'none') : undefined}
    >
      <Group gap={2} wrap="nowrap" justify={column.align === 'right' ? 'flex-end' : 'flex-start'}>
        {column.isSortable ? (
          <UnstyledButton className={classes.sort} data-sorted={sorted ?? undefined} onClick={model?.getToggleSortingHandler()}>
            {column.header}
            <Arrow size={14} aria-hidden />
          </UnstyledButton>
        ) : (
          <span>{column.header}</span>
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

function classOf<Row>(column: GridColumn<Row>): string | undefined {
  return [kindOf(column), column.onCard === 'title' ? classes.pinned : null].filter(Boolean).join(' ') || undefined;
}

function kindOf<Row>({ align, isShort, isWide, isLong }: GridColumn<Row>): string | undefined {
  if (isShort || align === 'right') return `tabular ${classes.short}`;
  if (isWide) return classes.wide;
  return isLong ? classes.long : undefined;
}

type Fit = { frame: RefObject<HTMLDivElement | null>; content: RefObject<HTMLTableElement | null>; isFitting: boolean };

/** Whether a table is at most as wide as its container, updated when either changes. */
function useFits(): Fit {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLTableElement>(null);
  const [isFitting, setIsFitting] = useState(false);
  useLayoutEffect(() => {
    const [outer, inner] = [frame.current, content.current];
    if (!outer || !inner) return;
    const compare = () => setIsFitting(inner.offsetWidth <= outer.clientWidth);
    compare();
    const observer = new ResizeObserver(compare);
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
      aria-label={t('list.detailsOfName', { name })}
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
    setIsOpen((was) => !was);
  };
  const apply = (next: GridFilter | null) => {
    setIsOpen(false);
    onChange(next && isComplete(filter, next) ? next : null);
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
          aria-label={t('list.filterByHeader', { header: column.header })}
          onClick={open}
        >
          {value ? <IconFilterFilled size={14} aria-hidden /> : <IconFilter size={14} aria-hidden />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.filterByHeader', { header: column.header })}>
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
              hasFocus
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
