import { Alert, Code, CopyButton, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconCopy, IconFlask } from '@tabler/icons-react';

/** The cards that the simulated gateway knows. */
const cards = [
  ['4111111111111111', 'approved'],
  ['5555555555554444', 'approved'],
  ['378282246310005', 'approved (American Express)'],
  ['4000000000000002', 'declined'],
  ['4000000000009995', 'declined: insufficient funds'],
  ['4000000000000069', 'declined: expired'],
  ['4000000000000127', 'declined: bad security code'],
  ['4000000000000960', 'approved after 8 seconds'],
] as const;

/** Beside each button that pays or saves a card: no real charges are made. With a new card, which numbers do what. */
export function TestMode({ hasCardFields }: { hasCardFields: boolean }) {
  return (
    <Alert role="note" color="amber" icon={<IconFlask size={20} aria-hidden />} title="Test mode">
      {hasCardFields ? <TestCards /> : <Text size="sm">No real charges are made. Your stored card is not charged.</Text>}
    </Alert>
  );
}

function TestCards() {
  return (
    <Stack gap="xs">
      <Text size="sm">
        No real charges are made. Use one of these numbers with any future date and any code (four digits for American Express).
      </Text>
      <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
        {cards.map(([number, outcome]) => (
          <Group component="li" key={number} gap="xs" wrap="nowrap" align="baseline">
            <CopyButton value={number}>
              {({ copied, copy }) => (
                <UnstyledButton onClick={copy} aria-label={`Copy ${number}`}>
                  <Group gap={4} wrap="nowrap">
                    <Code>{number}</Code>
                    {copied ? (
                      <Text size="xs" component="output">
                        copied
                      </Text>
                    ) : (
                      <IconCopy size={14} aria-hidden />
                    )}
                  </Group>
                </UnstyledButton>
              )}
            </CopyButton>
            <Text size="sm">{outcome}</Text>
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}
