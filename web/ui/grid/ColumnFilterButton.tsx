import { ActionIcon, Button, Group, Popover, Stack } from '@mantine/core';
import { IconFilter, IconFilterFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type { ColumnFilter } from './columns.ts';
import classes from './DataGrid.module.css';
import { FilterFields } from './FilterFields.tsx';
import { isComplete } from './filter-values.ts';
import type { GridFilter } from './grid-state.ts';

type Props = {
  column: { id: string; header: string };
  filter: ColumnFilter;
  value: GridFilter | undefined;
  onChange: (filter: GridFilter | null) => void;
};

/** The filter of one column, in a popover behind its heading. */
export function ColumnFilterButton({ column, filter, value, onChange }: Props) {
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
          aria-label={`Filter by ${column.header}`}
          onClick={open}
        >
          {value ? <IconFilterFilled size={14} aria-hidden /> : <IconFilter size={14} aria-hidden />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Filter by ${column.header}`}>
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
                Clear
              </Button>
              <Button size="xs" type="submit">
                Apply filter
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
