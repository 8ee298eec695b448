import { Drawer, Modal } from '@mantine/core';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Leaving } from './Form.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

type Props = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Holds one Form, which calls `onClose` by itself once it has sent. */
  children: ReactNode;
};

/** A slider with a form. Escape, the cross or a click beside it ask before they throw away what was typed (`ui: Behaviour`). */
export function FormDrawer({ title, isOpen, onClose, children }: Props) {
  const { register, close, isAsking, question } = useAskedClosing(onClose);
  return (
    <Leaving value={register}>
      <Drawer
        opened={isOpen}
        onClose={close}
        closeOnEscape={!isAsking}
        trapFocus={!isAsking}
        position="right"
        size="md"
        title={title}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {children}
      </Drawer>
      {question}
    </Leaving>
  );
}

type FormModalProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Holds one Form, which calls `onClose` by itself once it has sent. */
  children: ReactNode;
};

/** A dialog with a form of more than a word or two, which asks before it throws them away (`ui: Behaviour`). */
export function FormModal({ title, isOpen, onClose, children }: FormModalProps) {
  const { register, close, isAsking, question } = useAskedClosing(onClose);
  return (
    <Leaving value={register}>
      <Modal
        opened={isOpen}
        onClose={close}
        closeOnEscape={!isAsking}
        trapFocus={!isAsking}
        title={title}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {children}
      </Modal>
      {question}
    </Leaving>
  );
}

/**
 * For what may be closed around a form: asks before it throws away what was typed (`ui: Behaviour`). Give `register` to the
 * form as its `Leaving`, and render `question` beside it.
 */
function useAskedClosing(onClose: () => void) {
  const isDirty = useRef<() => boolean>(() => false);
  const [isAsking, setAsking] = useState(false);
  const register = useCallback((ask: () => boolean) => {
    isDirty.current = ask;
    return () => {
      isDirty.current = () => false;
    };
  }, []);
  const close = () => {
    if (!isDirty.current()) return onClose();
    // Not while the key is still on its way: the question would hear the same Escape and close again.
    setTimeout(() => setAsking(true));
  };
  const question = (
    <ConfirmDialog
      isOpen={isAsking}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      isDestructive
      onConfirm={() => {
        setAsking(false);
        onClose();
      }}
      onClose={() => setAsking(false)}
    >
      Your changes here will be lost.
    </ConfirmDialog>
  );
  return { register, close, isAsking, question };
}
