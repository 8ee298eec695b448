import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { Leaving } from './leaving.ts';
import { useAskedClosing } from './use-asked-closing.tsx';

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
