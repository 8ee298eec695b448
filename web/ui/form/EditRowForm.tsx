import { Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { bothVersions, changedFields, factOf, type Field } from '#shared/resource.ts';
import { codeOf } from '#web/errors.ts';
import { EditConflict } from '#web/ui/EditConflict.tsx';
import { toast } from '#web/ui/toast.ts';
import { Form, SubmitButton } from './Form.tsx';
import { type SchemaForm, useSchemaForm } from './schema-form.ts';
import { t, writeText } from '#web/texts/app.ts';

type Row = { id: string; version: number };

type Props<R extends Row, Values extends Record<string, unknown>> = {
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
export function EditRowForm<R extends Row, Values extends Record<string, unknown>>(props: Props<R, Values>) {
  const { label, row, fields, valuesOf, read, save, onDone, children } = props;
  const [version, setVersion] = useState(row.version);
  const [conflict, setConflict] = useState<{ theirs: Values; mine: Values } | null>(null);
  const form = useSchemaForm<Values>(z.object(factOf(fields, 'rule')), { initialValues: valuesOf(row) });

  const send = async (mine: Values) => {
    try {
      await save(mine, version);
    } catch (error) {
      if (codeOf(error) !== 'edit_conflict') throw error;
      const stored = await read(row.id);
      setVersion(stored.version);
      return setConflict({ theirs: valuesOf(stored), mine });
    }
    toast.success(t('errors.updated'));
    onDone();
  };

  return (
    <Form form={form} label={label} onSubmit={send}>
      {conflict ? (
        <EditConflict
          fields={bothVersions(fields, changedFields(conflict.theirs, conflict.mine), conflict, writeText)}
          onTakeTheirs={() => {
            form.setValues(conflict.theirs);
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
