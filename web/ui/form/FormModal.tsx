import { Modal } from '@mantine/core';
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

/** A dialog with a form of more than a word or two, which asks before it throws them away (`ui: Behaviour`). */
export function FormModal({ title, isOpen, onClose, children }: Props) {
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
