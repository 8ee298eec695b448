import { Drawer, Modal } from '@mantine/core';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Leaving } from './Form.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { t } from '#web/texts/app.ts';

type Props = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Contains one Form, which calls `onClose` after it has sent. */
  children: ReactNode;
};

/**
 * A drawer with a form. Escape, the close button and a click outside ask before they discard what was typed
 * (`docs/product/screens.md#forms`).
 */
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
        closeButtonProps={{ 'aria-label': t('common.close') }}
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
  /** Contains one Form, which calls `onClose` after it has sent. */
  children: ReactNode;
};

/** A dialog with a larger form, which asks before it discards what was typed (`docs/product/screens.md#forms`). */
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
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {children}
      </Modal>
      {question}
    </Leaving>
  );
}

/**
 * For a container that can be closed around a form: asks before it discards what was typed
 * (`docs/product/screens.md#forms`). Provide `register` to the form as its `Leaving`, and render `question`.
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
    // Delayed, because otherwise the question would handle the same Escape key and close again.
    setTimeout(() => setAsking(true));
  };
  const question = (
    <ConfirmDialog
      isOpen={isAsking}
      title={t('common.leaveWithoutSaving')}
      confirmLabel={t('common.leave')}
      cancelLabel={t('common.stay')}
      isDestructive
      onConfirm={() => {
        setAsking(false);
        onClose();
      }}
      onClose={() => setAsking(false)}
    >
      {t('common.yourChangesHereWillLost')}
    </ConfirmDialog>
  );
  return { register, close, isAsking, question };
}
