import {
  Group,
  Select,
  Text,
  Pagination,
  type PaginationProps,
  Paper,
  Skeleton,
  Stack,
  Table,
  VisuallyHidden,
  Button,
} from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useState } from 'react';
import { listTotal, number } from '#web/browser/format.ts';
import { t } from '#web/texts/app.ts';
import { EmptyState } from '#web/ui/States.tsx';
import classes from './DataGrid.module.css';
import { type GridDefaults, type GridSearch, pageSizes } from './grid-state.ts';

type PagesProps = Omit<PaginationProps, 'total' | 'value'> & {
  pageCount: number;
  page: number;
  onChange: (page: number) => void;
};

const controlLabels = {
  first: 'common.firstPage',
  previous: 'common.previousPage',
  next: 'common.nextPage',
  last: 'common.lastPage',
} as const;

/** The page buttons of a list. Renders nothing if there is only one page. */
export function PageButtons({ pageCount, page, ...props }: PagesProps) {
  if (pageCount < 2) return null;
  return (
    <Pagination
      size="sm"
      {...props}
      total={pageCount}
      value={Math.min(page, pageCount)}
      getItemProps={(number) => ({ 'aria-label': t('common.pageNumber', { number }) })}
      getControlProps={(control) => ({ 'aria-label': t(controlLabels[control]) })}
    />
  );
}

type Props = {
  total: number;
  /** The number of selected rows. */
  selected: number;
  search: GridSearch;
  onSearch: (next: GridSearch) => void;
  defaults: GridDefaults;
};

/** The position in the list, rows per page, and the page buttons. */
export function GridFooter({ total, selected, search, onSearch, defaults }: Props) {
  /** The options are rendered, but hidden, after the first focus, because a key that opens them needs them in the page. */
  const [wasFocused, setWasFocused] = useState(false);
  const defaultSize = defaults.size ?? 10;
  const size = search.size ?? defaultSize;
  const page = search.page ?? 1;
  const pageCount = Math.max(1, Math.ceil(total / size));
  const firstRow = Math.min(total, (page - 1) * size + 1);
  const range = { first: number(firstRow), last: number(Math.min(total, page * size)), total: listTotal(total) };
  const sizes = [...new Set([...pageSizes, size, defaultSize])].toSorted((a, b) => a - b).map(String);
  return (
    <Group justify="space-between" mt="sm" gap="sm">
      <Text component="output" size="sm" c="dimmed" className="tabular">
        {selected > 0 ? t('list.rowRangeWithSelected', { ...range, selected }) : t('list.rowRange', range)}
      </Text>
      <Group gap="sm">
        <Select
          size="xs"
          w="5rem"
          aria-label={t('list.rowsPerPage')}
          data={sizes}
          value={String(size)}
          allowDeselect={false}
          comboboxProps={{ keepMounted: wasFocused }}
          onFocus={() => setWasFocused(true)}
          onChange={(value) =>
            onSearch({ ...search, page: undefined, size: Number(value) === defaultSize ? undefined : Number(value) })
          }
        />
        <PageButtons
          pageCount={pageCount}
          page={page}
          onChange={(next) => onSearch({ ...search, page: next === 1 ? undefined : next })}
        />
      </Group>
    </Group>
  );
}

type GridSkeletonProps = {
  columns: readonly { id: string; header: string; align?: 'left' | 'right' | 'center' }[];
  rows: number;
  isNarrow: boolean;
  label: string;
};

const skeletonWidths = ['70%', '45%', '60%', '35%', '55%'];

/** The shape of the list while its first page loads. */
export function GridSkeleton({ columns, rows, isNarrow, label }: GridSkeletonProps) {
  const lines = Array.from({ length: Math.min(rows, 10) }, (_, index) => index);
  return (
    <div>
      <VisuallyHidden component="output">{t('list.loadingList', { label })}</VisuallyHidden>
      {isNarrow ? (
        <Stack gap="sm" aria-hidden>
          {lines.slice(0, 4).map((line) => (
            <Paper key={line} withBorder p="md" className={classes.card}>
              <Skeleton h="1rem" w="60%" mb="md" />
              <Skeleton h="0.75rem" w="85%" mb="xs" />
              <Skeleton h="0.75rem" w="40%" />
            </Paper>
          ))}
        </Stack>
      ) : (
        <Table horizontalSpacing="xs" className={classes.table} aria-hidden>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column.id} ta={column.align}>
                  {column.header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line}>
                {columns.map((column, index) => (
                  <Table.Td key={column.id}>
                    <Skeleton h="0.875rem" my="0.1875rem" w={skeletonWidths[(line + index) % skeletonWidths.length]} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  );
}

/** Shown if no row matches the filters. A list without any rows shows its own empty state. */
export function NoResults({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={t('common.noResultsFound')}
      icon={<IconFilterOff size={28} />}
      action={
        <Button variant="default" onClick={onClear}>
          {t('list.clearFilters')}
        </Button>
      }
    >
      {t('list.noResultsHint')}
    </EmptyState>
  );
}

/** Shown if the URL's page is after the last one, because rows were removed or the link is old. */
export function PageNotFound({ onFirstPage }: { onFirstPage: () => void }) {
  return (
    <EmptyState
      title={t('list.emptyPageTitle')}
      icon={<IconFilterOff size={28} />}
      action={
        <Button variant="default" onClick={onFirstPage}>
          {t('list.goToFirstPage')}
        </Button>
      }
    >
      {t('list.emptyPageHint')}
    </EmptyState>
  );
}
