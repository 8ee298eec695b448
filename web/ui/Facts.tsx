import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { facts: readonly (readonly [term: string, value: ReactNode])[]; cols?: number };

/** Terms with their values, and a dash for a missing one. */
export function Facts({ facts, cols = 2 }: Props) {
  return (
    <SimpleGrid component="dl" cols={{ base: Math.min(cols, 2), xs: cols }} spacing="sm" m={0}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <Text component="dt" size="xs" c="dimmed">
            {term}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value === null || value === '' ? '-' : value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
