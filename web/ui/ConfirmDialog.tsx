import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import { t } from '#web/texts/app.ts';

type Props = {
  isOpen: boolean;
  /** The question with the thing's name: `Close “Regional Driver, Omaha”?` */
  title: string;
  /** What confirming does. */
  children?: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** Makes the confirm button red. */
  isDestructive?: boolean;
  isBusy?: boolean;
  /** Why the action failed. */
  problem?: string | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** The dialog that asks before an action. Use it for every confirmation. */
export function ConfirmDialog(props: Props) {
  const {
    isOpen,
    title,
    children,
    confirmLabel = t('common.confirm'),
    cancelLabel = t('common.cancel'),
    isDestructive = false,
    isBusy = false,
    problem = null,
  } = props;
  return (
    <Modal opened={isOpen} onClose={isBusy ? () => undefined : props.onClose} title={title} withCloseButton={false}>
      {children ? (
        <Text component="div" size="sm" c="dimmed">
          {children}
        </Text>
      ) : null}
      {problem ? (
        <Alert color="red" role="alert" mt="sm">
          {problem}
        </Alert>
      ) : null}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={props.onClose} disabled={isBusy} data-autofocus={isDestructive || undefined}>
          {cancelLabel}
        </Button>
        <Button
          color={isDestructive ? 'red' : 'orange'}
          loading={isBusy}
          onClick={props.onConfirm}
          data-autofocus={!isDestructive || undefined}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}

type Question = { title: string; message?: ReactNode; confirmLabel?: string; cancelLabel?: string; isDestructive?: boolean };

/**
 * Asks for confirmation from code: `const { ask, dialog } = useConfirm(); … if (await ask({ title })) …`. The screen must
 * render `{dialog}`.
 */
export function useConfirm(): { ask: (question: Question) => Promise<boolean>; dialog: ReactNode } {
  const [question, setQuestion] = useState<(Question & { isOpen: boolean; answer: (isConfirmed: boolean) => void }) | null>(null);
  const ask = useCallback(
    (question: Question) => new Promise<boolean>((answer) => setQuestion({ ...question, isOpen: true, answer })),
    [],
  );
  if (!question) return { ask, dialog: null };
  const { message, answer, ...dialogProps } = question;
  const settle = (isConfirmed: boolean) => {
    answer(isConfirmed);
    setQuestion({ ...question, isOpen: false });
  };
  const dialog = (
    <ConfirmDialog {...dialogProps} onConfirm={() => settle(true)} onClose={() => settle(false)}>
      {message}
    </ConfirmDialog>
  );
  return { ask, dialog };
}
