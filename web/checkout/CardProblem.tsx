import { Alert, Button } from '@mantine/core';

type Props = {
  message: string;
  /** The gateway's fields cannot be used as they are: they are fetched anew. */
  onRetry: (() => void) | null;
};

export function CardProblem({ message, onRetry }: Props) {
  return (
    <Alert color="red" role="alert">
      {message}
      {onRetry ? (
        <Button variant="subtle" size="compact-sm" ml="xs" onClick={onRetry}>
          Try again
        </Button>
      ) : null}
    </Alert>
  );
}
