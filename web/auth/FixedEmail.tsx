import { Text } from '@mantine/core';

/** An address that is read here and changed elsewhere; a long one breaks, so that it fits a phone. */
export function FixedEmail({ email }: { email: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        Email
      </Text>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {email}
      </Text>
    </div>
  );
}
