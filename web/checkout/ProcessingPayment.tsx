import { Button, Center, Stack, Text, Title, Alert } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PulsingLoader } from '#web/ui/Loading.tsx';

/** The outcome of a charge is on its way: nothing to do but to wait, or to go on elsewhere. */
export function ProcessingPayment() {
  return (
    <Center py="xl">
      <Stack align="center" gap="sm" maw="28rem" ta="center" component="output">
        <PulsingLoader size="large" />
        <Title order={2} size="h3">
          Processing your payment
        </Title>
        <Text c="dimmed" size="sm">
          This page updates automatically, and you won’t be charged twice. You can leave and check the result in your job list.
        </Text>
        <Button variant="default" component={Link} to="/company/jobs">
          Go to the job list
        </Button>
      </Stack>
    </Center>
  );
}

/** Why a payment failed; nothing where none did. */
export function PaymentFailure({ failure }: { failure: string | null }) {
  return failure ? (
    <Alert color="red" role="alert" title="Payment failed">
      {failure}
    </Alert>
  ) : null;
}
