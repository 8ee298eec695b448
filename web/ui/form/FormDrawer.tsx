import { Drawer, Modal, Group, Stack, SimpleGrid } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { bothVersions, changedFields, nameFields, propertyOf, type Field } from '#shared/resource.ts';
import { codeOf } from '#web/api/errors.ts';
import { t, writeText } from '#web/texts/app.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { createFieldInput } from './FieldInput.tsx';
import { UnsavedFormsContext, Form, SubmitButton, type SchemaForm, useSchemaForm } from './Form.tsx';
import { EditConflict } from './UnsavedChanges.tsx';

type Props = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** One Form, which calls `onClose` after it has been sent. */
  children: ReactNode;
};

/**
 * A drawer with a form. Escape, the close button and a click outside ask before they discard what was typed
 * (`docs/product/screens.md#forms`).
 */
export function FormDrawer({ title, isOpen, onClose, children }: Props) {
  const { register, close, isAsking, question } = useConfirmedClose(onClose);
  useReturnFocus(isOpen);
  return (
    <UnsavedFormsContext value={register}>
      <Drawer
        opened={isOpen}
        onClose={close}
        closeOnEscape={!isAsking}
        trapFocus={!isAsking}
        returnFocus={false}
        position="right"
        size="md"
        title={title}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        {children}
      </Drawer>
      {question}
    </UnsavedFormsContext>
  );
}

type FormModalProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  size?: 'md' | 'lg';
  /** One Form, which calls `onClose` after it has been sent. `close` asks first, for a button that cancels. */
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** A dialog with a larger form, which asks before it discards what was typed (`docs/product/screens.md#forms`). */
export function FormModal({ title, isOpen, onClose, size = 'md', children }: FormModalProps) {
  const { register, close, isAsking, question } = useConfirmedClose(onClose);
  useReturnFocus(isOpen);
  return (
    <UnsavedFormsContext value={register}>
      <Modal
        opened={isOpen}
        onClose={close}
        closeOnEscape={!isAsking}
        trapFocus={!isAsking}
        returnFocus={false}
        size={size}
        title={title}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        {typeof children === 'function' ? children(close) : children}
      </Modal>
      {question}
    </UnsavedFormsContext>
  );
}

/**
 * Returns the focus to what had it before a dialog was opened. Mantine returns it into the form after a question about unsaved changes,
 * and not at all if the dialog is removed while it is open.
 */
function useReturnFocus(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [isOpen]);
}

/**
 * For a drawer or dialog around a form: asks before it discards what was typed (`docs/product/screens.md#forms`). Provide
 * `register` as the `UnsavedFormsContext`, and render `question`.
 */
export function useConfirmedClose(onClose: () => void) {
  const isDirty = useRef<() => boolean>(() => false);
  const [isAsking, setIsAsking] = useState(false);
  const register = useCallback((ask: () => boolean) => {
    isDirty.current = ask;
    return () => {
      isDirty.current = () => false;
      // A form that is gone, because it was sent while the question was open, has nothing to lose. A form that was only rendered
      // again has registered again by then.
      queueMicrotask(() => {
        if (!isDirty.current()) setIsAsking(false);
      });
    };
  }, []);
  const close = () => {
    if (!isDirty.current()) return onClose();
    // Delayed, because otherwise the question would handle the same Escape key and close again.
    setTimeout(() => setIsAsking(true));
  };
  const question = (
    <ConfirmDialog
      isOpen={isAsking}
      title={t('common.leaveWithoutSaving')}
      confirmLabel={t('common.leave')}
      cancelLabel={t('common.stay')}
      isDestructive
      onConfirm={() => {
        setIsAsking(false);
        // Delayed, so that the question does not return the focus into the form after the form has returned it.
        setTimeout(onClose);
      }}
      onClose={() => setIsAsking(false)}
    >
      {t('common.unsavedFormWarning')}
    </ConfirmDialog>
  );
  return { register, close, isAsking, question };
}

const NameInput = createFieldInput(nameFields, {});

/** The fields for another person's name. The browser does not suggest the user's own name in them. */
export function NameFields<V extends { firstName: string; lastName: string }>({ form }: { form: SchemaForm<V> }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <NameInput form={form} name="firstName" required={false} autoComplete="off" data-autofocus />
      <NameInput form={form} name="lastName" required={false} autoComplete="off" />
    </SimpleGrid>
  );
}

type Row = { id: string; version: number };

type EditRowFormProps<R extends Row, Values extends Record<string, unknown>> = {
  /** The form's accessible name. */
  label: string;
  row: R;
  /** The fields of the form. */
  fields: Record<keyof Values & string, Field>;
  toValues: (row: R) => Values;
  /** Loads the row's current version. */
  read: (id: string) => Promise<R>;
  save: (values: Values, version: number) => Promise<unknown>;
  onDone: () => void;
  children: (form: SchemaForm<Values>) => ReactNode;
};

/** Edits a row that has a version. If someone else has changed the row, the form shows the conflict and overwrites nothing. */
export function EditRowForm<R extends Row, Values extends Record<string, unknown>>(props: EditRowFormProps<R, Values>) {
  const { label, row, fields, toValues, read, save, onDone, children } = props;
  const [version, setVersion] = useState(row.version);
  const [conflict, setConflict] = useState<{ remote: Values; local: Values } | null>(null);
  const form = useSchemaForm<Values>(z.object(propertyOf(fields, 'formSchema')), { initialValues: toValues(row) });

  const send = async (local: Values) => {
    try {
      await save(local, version);
    } catch (error) {
      if (codeOf(error) !== 'edit_conflict') throw error;
      const storedRow = await read(row.id);
      setVersion(storedRow.version);
      return setConflict({ remote: toValues(storedRow), local });
    }
    toast.success(t('errors.updated'));
    onDone();
  };

  return (
    <Form form={form} label={label} onSubmit={send}>
      {conflict ? (
        <EditConflict
          fields={bothVersions(fields, changedFields(conflict.remote, conflict.local), conflict, writeText)}
          onAcceptRemote={() => {
            form.setValues(conflict.remote);
            setConflict(null);
          }}
        />
      ) : null}
      <Stack gap="md">
        {children(form)}
        <Group justify="flex-end" mt="sm">
          <SubmitButton>{t('common.save')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
