import { Box, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { t } from '#web/texts/app.ts';
import classes from './DataGrid.module.css';
import { DetailsToggle } from './GridTable.tsx';
import type { DataGridProps, GridTableModel } from './use-grid-table.ts';

type Props<Row extends { id: string }> = DataGridProps<Row> & { table: GridTableModel<Row> };

/** The list below 768 px: one card per row, with its values as terms and descriptions. */
export function GridCards<Row extends { id: string }>({
  table,
  columns,
  label,
  renderDetail,
  renderBulkActions,
  renderRowActions,
  getRowName,
}: Props<Row>) {
  const titleColumn = columns.find((column) => column.cardRole === 'title') ?? columns[0];
  const otherColumns = columns.filter((column) => column !== titleColumn && column.cardRole !== 'hidden');
  return (
    <Stack component="ul" gap="sm" className={classes.cards} aria-label={label}>
      {table.getRowModel().rows.map((row) => (
        <Paper
          component="li"
          key={row.id}
          withBorder
          shadow="xs"
          p="md"
          className={classes.card}
          data-selected={row.getIsSelected() || undefined}
        >
          <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
            <Group gap="sm" wrap="nowrap" align="flex-start" flex={1} miw={0}>
              {renderBulkActions ? (
                <Checkbox
                  aria-label={t('list.selectRow', { row: getRowName(row.original) })}
                  checked={row.getIsSelected()}
                  onChange={row.getToggleSelectedHandler()}
                />
              ) : null}
              <Box fw={600} miw={0} className={classes.cardTitle}>
                {titleColumn?.cell(row.original)}
              </Box>
            </Group>
            <Group gap={4} wrap="nowrap">
              {renderRowActions?.(row.original)}
              {renderDetail ? (
                <DetailsToggle
                  name={getRowName(row.original)}
                  isOpen={row.getIsExpanded()}
                  onToggle={row.getToggleExpandedHandler()}
                />
              ) : null}
            </Group>
          </Group>
          <dl className={classes.values}>
            {otherColumns
              .filter((column) => !column.isEmpty?.(row.original))
              .map((column) => (
                <div key={column.id} data-long={column.isLong || undefined}>
                  <Text component="dt" size="xs" c="dimmed">
                    {column.header}
                  </Text>
                  <Text component="dd" size="sm" m={0}>
                    {column.cell(row.original)}
                  </Text>
                </div>
              ))}
          </dl>
          {renderDetail && row.getIsExpanded() ? <Box mt="sm">{renderDetail(row.original)}</Box> : null}
        </Paper>
      ))}
    </Stack>
  );
}
