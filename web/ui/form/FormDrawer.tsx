import { Drawer, Modal, Group, Stack, SimpleGrid, TextInput } from '@mantine/core';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { bothVersions, changedFields, factOf, type Field } from '#shared/resource.ts';
import { codeOf } from '#web/errors.ts';
import { t, writeText } from '#web/texts/app.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EditConflict } from './UnsavedChanges.tsx';
import { toast } from '#web/ui/toast.ts';
import { Leaving, Form, SubmitButton, type SchemaForm, useSchemaForm } from './Form.tsx';

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

/** Another person's name, so the browser does not suggest the reader's own. */
export function NameFields<V extends { firstName: string; lastName: string }>({ form }: { form: SchemaForm<V> }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput
        label={t('common.firstName')}
        autoComplete="off"
        data-autofocus
        key={form.key('firstName')}
        {...form.getInputProps('firstName')}
      />
      <TextInput label={t('common.lastName')} autoComplete="off" key={form.key('lastName')} {...form.getInputProps('lastName')} />
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
  valuesOf: (row: R) => Values;
  /** Reads the row as it is stored now. */
  read: (id: string) => Promise<R>;
  save: (values: Values, version: number) => Promise<unknown>;
  onDone: () => void;
  children: (form: SchemaForm<Values>) => ReactNode;
};

/** Edits a row that has a version. Someone else's change is shown instead of overwritten. */
export function EditRowForm<R extends Row, Values extends Record<string, unknown>>(props: EditRowFormProps<R, Values>) {
  const { label, row, fields, valuesOf, read, save, onDone, children } = props;
  const [version, setVersion] = useState(row.version);
  const [conflict, setConflict] = useState<{ remote: Values; local: Values } | null>(null);
  const form = useSchemaForm<Values>(z.object(factOf(fields, 'rule')), { initialValues: valuesOf(row) });

  const send = async (local: Values) => {
    try {
      await save(local, version);
    } catch (error) {
      if (codeOf(error) !== 'edit_conflict') throw error;
      const stored = await read(row.id);
      setVersion(stored.version);
      return setConflict({ remote: valuesOf(stored), local });
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
