import { Alert } from '@mantine/core';

/** Why a payment failed; nothing where none did. */
export function PaymentFailure({ failure }: { failure: string | null }) {
  return failure ? (
    <Alert color="red" role="alert" title="The payment did not go through">
      {failure}
    </Alert>
  ) : null;
}
