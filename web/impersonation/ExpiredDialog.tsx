import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { messages } from '#shared/messages.ts';
import { errorText } from '#web/errors.ts';
import { goToAdmin, renewActing } from './act-as.ts';

/** The countdown stands at zero: nothing goes on before one of the two is chosen (`spec: access §4 Impersonation`). */
export function ExpiredDialog({ name }: { name: string }) {
  const renewal = useMutation({ mutationFn: renewActing });
  const leaving = useMutation({ mutationFn: goToAdmin });
  const isBusy = renewal.isPending || leaving.isPending || leaving.isSuccess;
  const failure = renewal.error ?? leaving.error;
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={messages.impersonationExpired}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Text size="sm" c="dimmed">
        Your 10-minute session as {name} has ended. Renew it, or leave to return to the admin portal.
      </Text>
      {failure ? (
        <Alert color="red" role="alert" mt="sm">
          {errorText(failure)}
        </Alert>
      ) : null}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" disabled={renewal.isPending} loading={leaving.isPending} onClick={() => leaving.mutate()}>
          Leave
        </Button>
        <Button color="orange" data-autofocus loading={renewal.isPending} disabled={isBusy} onClick={() => renewal.mutate()}>
          Renew
        </Button>
      </Group>
    </Modal>
  );
}
