import { Drawer } from '@mantine/core';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Leaving } from './leaving.ts';

type Props = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Holds one Form, which calls `onClose` by itself once it has sent. */
  children: ReactNode;
};

/** A slider with a form. Escape, the cross or a click beside it ask before they throw away what was typed (`ui: Behaviour`). */
export function FormDrawer({ title, isOpen, onClose, children }: Props) {
  const isDirty = useRef<() => boolean>(() => false);
  const [isAsking, setAsking] = useState(false);
  const register = useCallback((ask: () => boolean) => {
    isDirty.current = ask;
    return () => {
      isDirty.current = () => false;
    };
  }, []);
  return (
    <Leaving value={register}>
      <Drawer
        opened={isOpen}
        onClose={() => (isDirty.current() ? setAsking(true) : onClose())}
        closeOnEscape={!isAsking}
        trapFocus={!isAsking}
        position="right"
        size="md"
        title={title}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {children}
      </Drawer>
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
        What you typed here will be lost.
      </ConfirmDialog>
    </Leaving>
  );
}
