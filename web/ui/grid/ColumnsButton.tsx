import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { GridColumn } from './columns.ts';
import type { ShownColumns } from './use-shown-columns.ts';

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
