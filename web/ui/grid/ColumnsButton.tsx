import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { GridColumn } from './columns.ts';
import { useLocalStorage } from '@mantine/hooks';
import * as z from 'zod/mini';
import { type GridDefaults, type GridSearch, ordersOf } from './grid-state.ts';

const choices = z.catch(z.record(z.string(), z.boolean()), {});

type Wiring<Row> = { label: string; columns: readonly GridColumn<Row>[]; search: GridSearch; defaults: GridDefaults };
type ShownColumns<Row> = { shown: readonly GridColumn<Row>[]; show: (id: string, isShown: boolean) => void };

/**
 * The columns of a list's table: all but the extra ones, unless this browser's user chose otherwise. A column that the list
 * is filtered or sorted by is always shown.
 */
export function useShownColumns<Row>({ label, columns, search, defaults }: Wiring<Row>): ShownColumns<Row> {
  const [chosen, setChosen] = useLocalStorage({
    key: `columns: ${label}`,
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: (text) => choices.parse(parsed(text)),
  });
  const used = new Set([
    ...(search.filters ?? []).map(([field]) => field),
    ...ordersOf(search.sort ?? defaults.sort).map(({ field }) => field),
  ]);
  return {
    shown: columns.filter(({ id, isExtra, onCard }) => onCard === 'title' || used.has(id) || (chosen[id] ?? !isExtra)),
    show: (id, isShown) => setChosen({ ...chosen, [id]: isShown }),
  };
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

/** Which columns the table shows. */
export function ColumnsButton<Row>({ columns, shown, show }: ShownColumns<Row> & { columns: readonly GridColumn<Row>[] }) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap="xs">
          {columns
            .filter(({ onCard }) => onCard !== 'title')
            .map((column) => (
              <Checkbox
                key={column.id}
                label={column.header}
                checked={shown.includes(column)}
                onChange={(event) => show(column.id, event.currentTarget.checked)}
              />
            ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
