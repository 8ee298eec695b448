import { useCallback, useRef, useState } from 'react';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

/**
 * For what may be closed around a form: asks before it throws away what was typed (`ui: Behaviour`). Give `register` to the
 * form as its `Leaving`, and render `question` beside it.
 */
export function useAskedClosing(onClose: () => void) {
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
