import { Stack, Text } from '@mantine/core';
import { actionLabel, actionOptions } from '#shared/admin/audit-actions.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DateText } from '#web/ui/Values.tsx';
import type { AuditItem } from './queries.ts';

/** Who did what, when, on what, from where and as whom. Ids are the wire's fields, which sort and filter. */
export const auditColumns: readonly GridColumn<AuditItem>[] = [
  {
    id: 'at',
    header: 'Date',
    isShort: true,
    isSortable: true,
    filter: { kind: 'date' },
    cell: ({ at }) => <DateText value={at} as="time" />,
  },
  { id: 'actor', header: 'User', filter: { kind: 'text' }, onCard: 'title', cell: (item) => <Who item={item} /> },
  {
    id: 'action',
    header: 'Action',
    isSortable: true,
    filter: { kind: 'enum', options: actionOptions },
    cell: ({ action }) => actionLabel(action),
  },
  { id: 'subject', header: 'Object', isWide: true, filter: { kind: 'text' }, cell: (item) => subjectOf(item) },
  {
    id: 'is_impersonation',
    header: 'Acting as',
    filter: { kind: 'flag' },
    isEmpty: ({ impersonatedId }) => !impersonatedId,
    cell: ({ impersonatedId, impersonatedName }) => (impersonatedId ? (impersonatedName ?? 'Deleted account') : '-'),
  },
  { id: 'ip', header: 'IP address', isShort: true, isExtra: true, isEmpty: ({ ip }) => !ip, cell: ({ ip }) => ip ?? '-' },
];

/** The same with the company of each row, which one company's own log need not say. */
export const everyCompanyColumns: readonly GridColumn<AuditItem>[] = [
  ...auditColumns.slice(0, 4),
  {
    id: 'company',
    header: 'Company',
    filter: { kind: 'text' },
    isEmpty: ({ companyName }) => !companyName,
    cell: ({ companyName }) => companyName ?? '-',
  },
  ...auditColumns.slice(4),
];

/** A row without a person is the product's own doing, such as a job that expired. */
function Who({ item: { actorId, actorName, actorEmail } }: { item: AuditItem }) {
  if (!actorId)
    return (
      <Text span size="sm" c="dimmed">
        Haulboard
      </Text>
    );
  return (
    <Stack gap={0} component="span">
      <Text span size="sm" fw={550}>
        {actorName ?? 'Deleted account'}
      </Text>
      {actorEmail ? (
        <Text span size="xs" c="dimmed" fw={400}>
          {actorEmail}
        </Text>
      ) : null}
    </Stack>
  );
}

function subjectOf({ subject, subjectName }: AuditItem): string {
  if (!subject) return '-';
  const kind = subject.type.charAt(0).toUpperCase() + subject.type.slice(1);
  return subjectName ? `${kind}: ${subjectName}` : kind;
}
