import { LeaveGuard } from './LeaveGuard.tsx';

type Props = {
  /** Asked at the moment of leaving, such as `() => form.isDirty()`. */
  isDirty: () => boolean;
};

/** Leaving a changed form asks once (`ui: Behaviour`); closing the tab asks in the browser's words. */
export function UnsavedChanges({ isDirty }: Props) {
  return (
    <LeaveGuard
      shouldAsk={({ current, next }) => current.pathname !== next.pathname && isDirty()}
      shouldAskOnClosing={isDirty}
      title="Leave without saving?"
      isDestructive
    >
      What you changed on this page will be lost.
    </LeaveGuard>
  );
}
