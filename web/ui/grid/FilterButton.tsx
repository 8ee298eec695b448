import { ActionIcon, Button, Drawer, Group, Stack, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFilter, IconFilterFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { breakpoints } from '#shared/brand.ts';
import type { ColumnFilter } from './columns.ts';
import { appliedFilters, FilterList } from './FilterList.tsx';
import type { GridSearch } from './grid-state.ts';

type Column = { id: string; header: string; filter?: ColumnFilter };
type Props = { columns: readonly Column[]; search: GridSearch; onSearch: (next: GridSearch) => void };

/** All filters of a list behind one button, for a head that stands apart from the list. */
export function FilterButton({ columns, search, onSearch }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [draft, setDraft] = useState<GridSearch>(search);
  const isNarrow = useMediaQuery(`(max-width: calc(${breakpoints.sm} - 0.0625em))`, false, { getInitialValueInEffect: false });
  const isActive = Boolean(search.filters?.length);
  const open = () => {
    setDraft(search);
    setIsOpen(true);
  };
  const apply = (next: GridSearch) => {
    setIsOpen(false);
    onSearch({ ...search, page: undefined, filters: appliedFilters(columns, next) });
  };
  return (
    <>
      <Tooltip label="Filter">
        <ActionIcon
          variant={isActive ? 'light' : 'default'}
          color={isActive ? 'orange' : undefined}
          size="input-sm"
          aria-label="Filter"
          onClick={open}
        >
          {isActive ? <IconFilterFilled size={18} aria-hidden /> : <IconFilter size={18} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <Drawer
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        position={isNarrow ? 'bottom' : 'right'}
        size={isNarrow ? '85%' : '24rem'}
        title="Filter"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="md">
          <FilterList columns={columns} draft={draft} onDraft={setDraft} hasFocus />
          <Group grow>
            <Button variant="default" onClick={() => apply({})} disabled={!isActive}>
              Clear
            </Button>
            <Button color="orange" onClick={() => apply(draft)}>
              Show results
            </Button>
          </Group>
        </Stack>
      </Drawer>
    </>
  );
}
