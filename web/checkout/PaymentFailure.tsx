import { Alert } from '@mantine/core';

/** Why a payment failed; nothing where none did. */
export function PaymentFailure({ failure }: { failure: string | null }) {
  return failure ? (
    <Alert color="red" role="alert" title="Payment failed">
      {failure}
    </Alert>
  ) : null;
}
