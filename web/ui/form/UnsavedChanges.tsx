import { Alert, Button, Table } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useCallback, useRef } from 'react';
import { t } from '#web/texts/app.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { UnsavedFormsContext } from './Form.tsx';

type Props = {
  /** Called at the moment of leaving, such as `() => form.isDirty()`. */
  isDirty: () => boolean;
};

/** Asks once before leaving a changed form (`docs/product/screens.md#forms`). When a tab is closed, the browser asks. */
export function UnsavedChanges({ isDirty }: Props) {
  return (
    <LeaveGuard
      shouldAsk={({ current, next }) => current.pathname !== next.pathname && isDirty()}
      shouldAskOnClose={isDirty}
      title={t('common.leaveWithoutSaving')}
      isDestructive
    >
      {t('common.unsavedPageWarning')}
    </LeaveGuard>
  );
}

/** Asks once before leaving a screen with several forms if any of them has changed. */
export function UnsavedForms({ children }: { children: ReactNode }) {
  const forms = useRef(new Set<() => boolean>());
  const register = useCallback((isDirty: () => boolean) => {
    forms.current.add(isDirty);
    return () => void forms.current.delete(isDirty);
  }, []);
  return (
    <UnsavedFormsContext value={register}>
      {children}
      <UnsavedChanges isDirty={() => [...forms.current].some((isDirty) => isDirty())} />
    </UnsavedFormsContext>
  );
}

type Navigation = { current: { pathname: string }; next: { pathname: string } };

type LeaveGuardProps = {
  /** Called at the moment of leaving. */
  shouldAsk: (navigation: Navigation) => boolean;
  /** Whether the browser asks before the tab is closed. */
  shouldAskOnClose: false | (() => boolean);
  title: string;
  isDestructive?: boolean;
  /** The consequence of leaving. */
  children: ReactNode;
};

/** Asks once before leaving a screen (`docs/product/screens.md#forms`). */
export function LeaveGuard({ shouldAsk, shouldAskOnClose, title, isDestructive = false, children }: LeaveGuardProps) {
  const blocker = useBlocker({ shouldBlockFn: shouldAsk, enableBeforeUnload: shouldAskOnClose, withResolver: true });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title={title}
      confirmLabel={t('common.leave')}
      cancelLabel={t('common.stay')}
      isDestructive={isDestructive}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {children}
    </ConfirmDialog>
  );
}

type EditConflictProps = {
  /** The fields that differ, with labels and both values. */
  fields: readonly { label: string; remote: string; local: string }[];
  /** Puts the stored version into the form. */
  onAcceptRemote: () => void;
};

/** Shown above a form if saving it would overwrite someone else's change. The user sees both versions and chooses one. */
export function EditConflict({ fields, onAcceptRemote }: EditConflictProps) {
  return (
    <Alert color="amber" role="alert" title={t('errors.changedMeanwhile')} mb="md">
      {fields.length > 0 ? (
        <>
          {t('common.editConflictHint')}
          <Table mt="sm" aria-label={t('common.bothVersions')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('common.field')}</Table.Th>
                <Table.Th scope="col">{t('common.savedVersion')}</Table.Th>
                <Table.Th scope="col">{t('common.yourVersion')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {fields.map(({ label, remote, local }) => (
                <Table.Tr key={label}>
                  <Table.Th scope="row">{label}</Table.Th>
                  <Table.Td>{remote}</Table.Td>
                  <Table.Td>{local}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Button variant="default" size="xs" mt="sm" onClick={onAcceptRemote}>
            {t('common.useTheSavedVersion')}
          </Button>
        </>
      ) : (
        t('common.versionsMatchHint')
      )}
    </Alert>
  );
}
