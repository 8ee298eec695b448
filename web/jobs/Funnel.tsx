import { Group, Progress, Stack, Text } from '@mantine/core';
import { number } from '#shared/format.ts';
import type { Statistics } from './queries.ts';
import { shareOf } from './statistics-span.ts';

/**
 * From those who saw the job to those who applied; what leads to the employer's own page stands between, where there is any.
 * Views are people, once a day each, and clicks are not: a click is no share of them.
 */
export function Funnel({ statistics }: { statistics: Statistics }) {
  const { views, applications, hyperlinkClicks, candidates } = statistics;
  const most = Math.max(views, applications, hyperlinkClicks, 1);
  const steps = [
    { label: 'Views', count: views, color: 'navy.5', share: null },
    ...(hyperlinkClicks > 0 ? [{ label: 'Clicks to your page', count: hyperlinkClicks, color: 'navy.3', share: null }] : []),
    { label: 'Applications', count: applications, color: 'orange.6', share: shareOf(applications, views) },
  ];
  return (
    <Stack gap="sm">
      {steps.map(({ label, count, color, share }) => (
        <div key={label}>
          <Group justify="space-between" gap="xs" mb={4}>
            <Text size="sm">{label}</Text>
            <Text size="sm" className="tabular">
              <b>{number(count)}</b>
              {share ? (
                <Text span size="sm" c="dimmed">
                  {` ${share} of views`}
                </Text>
              ) : null}
            </Text>
          </Group>
          <Progress value={(count / most) * 100} color={color} size="lg" aria-hidden />
        </div>
      ))}
      {candidates === null ? null : (
        <Text size="sm" c="dimmed">
          {number(candidates)} matching {candidates === 1 ? 'driver hasn’t' : 'drivers haven’t'} applied.
        </Text>
      )}
    </Stack>
  );
}
