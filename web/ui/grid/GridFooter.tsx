import { Group, Select, Text, Pagination, type PaginationProps } from '@mantine/core';
import { useState } from 'react';
import { listTotal, number } from '#shared/format.ts';
import { t } from '#web/texts/app.ts';
import { type GridDefaults, type GridSearch, pageSizes } from './grid-state.ts';

type PagesProps = Omit<PaginationProps, 'total' | 'value'> & { pages: number; page: number; onChange: (page: number) => void };

/** The page buttons of a list. Nothing if there is only one page. */
export function Pages({ pages, page, ...props }: PagesProps) {
  if (pages < 2) return null;
  return (
    <Pagination
      size="sm"
      {...props}
      total={pages}
      value={Math.min(page, pages)}
      getItemProps={(number) => ({ 'aria-label': t('common.pageNumber', { number }) })}
      getControlProps={(control) => ({ 'aria-label': t(`common.${control}Page`) })}
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
  /** The options are rendered, hidden, after the first focus, so that a key that opens them finds them. */
  const [wasFocused, setWasFocused] = useState(false);
  const usual = defaults.size ?? 10;
  const size = search.size ?? usual;
  const page = search.page ?? 1;
  const pages = Math.max(1, Math.ceil(total / size));
  const first = Math.min(total, (page - 1) * size + 1);
  const range = { first: number(first), last: number(Math.min(total, page * size)), total: listTotal(total) };
  const sizes = [...new Set([...pageSizes, size, usual])].toSorted((a, b) => a - b).map(String);
  return (
    <Group justify="space-between" mt="sm" gap="sm">
      <Text component="output" size="sm" c="dimmed" className="tabular">
        {selected > 0 ? t('list.rangeOfTotalSelected', { ...range, selected }) : t('list.rangeOfTotal', range)}
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
            onSearch({ ...search, page: undefined, size: Number(value) === usual ? undefined : Number(value) })
          }
        />
        <Pages pages={pages} page={page} onChange={(next) => onSearch({ ...search, page: next === 1 ? undefined : next })} />
      </Group>
    </Group>
  );
}
