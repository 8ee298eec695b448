import { Code, Stack } from '@mantine/core';
import { Facts } from '#web/jobs/Facts.tsx';
import { DateText } from '#web/ui/Values.tsx';
import type { AuditItem } from './queries.ts';

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What was there before what came of it; the store keeps no order. */
const byReading = ([one]: [string, unknown], [other]: [string, unknown]) => Number(other === 'from') - Number(one === 'from');

/** All that the log holds of one act. */
export function AuditDetail({ item }: { item: AuditItem }) {
  const detail = Object.entries(item.detail ?? {})
    .toSorted(byReading)
    .map(([key, value]): [string, string] => [
      key.charAt(0).toUpperCase() + key.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      Array.isArray(value) ? value.map(shown).join(', ') : shown(value),
    ]);
  return (
    <Stack gap="sm">
      <Facts
        facts={[
          ['Date', <DateText key="date" value={item.at} as="time" />],
          ['Action', <Code key="action">{item.action}</Code>],
          ['Account', item.actorId],
          ['Acting as', item.impersonatedId],
          ['IP address', item.ip],
          ['Object', item.subject ? [item.subject.type, item.subject.id].filter(Boolean).join(' ') : null],
          ...detail,
        ]}
      />
    </Stack>
  );
}
