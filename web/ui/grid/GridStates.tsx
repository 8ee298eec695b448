import { Paper, Skeleton, Stack, Table, VisuallyHidden, Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { t } from '#web/texts/app.ts';
import { EmptyState } from '#web/ui/States.tsx';
import classes from './DataGrid.module.css';

type Props = {
  columns: readonly { id: string; header: string; align?: 'left' | 'right' | 'center' }[];
  rows: number;
  isNarrow: boolean;
  label: string;
};

const widths = ['70%', '45%', '60%', '35%', '55%'];

/** The shape of the list while its first page loads. */
export function GridSkeleton({ columns, rows, isNarrow, label }: Props) {
  const lines = Array.from({ length: Math.min(rows, 10) }, (_, index) => index);
  return (
    <div>
      <VisuallyHidden component="output">{t('list.loadingLabel', { label })}</VisuallyHidden>
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
                    <Skeleton h="0.875rem" my="0.1875rem" w={widths[(line + index) % widths.length]} />
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

/** No row matches the filters, which is a different state from an empty list. */
export function NoResults({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={t('list.noResultsFound')}
      icon={<IconFilterOff size={28} />}
      action={
        <Button variant="default" onClick={onClear}>
          {t('list.clearFilters')}
        </Button>
      }
    >
      {t('list.tryDifferentSearchRemoveFilter')}
    </EmptyState>
  );
}

/** The page is after the last one, because rows were removed or the link is old. */
export function NoSuchPage({ onFirst }: { onFirst: () => void }) {
  return (
    <EmptyState
      title={t('list.nothingOnThisPage')}
      icon={<IconFilterOff size={28} />}
      action={
        <Button variant="default" onClick={onFirst}>
          {t('list.goToTheFirstPage')}
        </Button>
      }
    >
      {t('list.thereAreNoMoreResults')}
    </EmptyState>
  );
}
