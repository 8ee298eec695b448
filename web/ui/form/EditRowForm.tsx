import { Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { codeOf } from '#web/errors.ts';
import { EditConflict } from '#web/ui/EditConflict.tsx';
import { toast } from '#web/ui/toast.ts';
import { Form, SubmitButton } from './Form.tsx';
import { type SchemaForm, useSchemaForm } from './schema-form.ts';

type Row = { id: string; version: number };

type Props<R extends Row, Values extends Record<string, string>> = {
  /** The form's accessible name. */
  label: string;
  row: R;
  schema: Parameters<typeof useSchemaForm>[0];
  valuesOf: (row: R) => Values;
  /** Reads the row as it is stored now. */
  read: (id: string) => Promise<R>;
  save: (values: Values, version: number) => Promise<unknown>;
  /** The labels of the fields, to show both versions next to each other. */
  labels: Record<keyof Values & string, string>;
  shown?: (field: keyof Values & string, value: string) => string;
  onDone: () => void;
  children: (form: SchemaForm<Values>) => ReactNode;
};

/** Edits a row that has a version. Someone else's change is shown instead of overwritten. */
export function EditRowForm<R extends Row, Values extends Record<string, string>>(props: Props<R, Values>) {
  const { label, row, schema, valuesOf, read, save, labels, shown = (_, value) => value, onDone, children } = props;
  const [version, setVersion] = useState(row.version);
  const [conflict, setConflict] = useState<{ theirs: Values; mine: Values } | null>(null);
  const form = useSchemaForm<Values>(schema, { initialValues: valuesOf(row) });

  const send = async (mine: Values) => {
    try {
      await save(mine, version);
    } catch (error) {
      if (codeOf(error) !== 'edit_conflict') throw error;
      const stored = await read(row.id);
      setVersion(stored.version);
      return setConflict({ theirs: valuesOf(stored), mine });
    }
    toast.success(messages.updated);
    onDone();
  };

  const differences = ({ theirs, mine }: { theirs: Values; mine: Values }) =>
    (Object.keys(labels) as (keyof Values & string)[])
      .filter((field) => theirs[field] !== mine[field])
      .map((field) => ({
        label: labels[field],
        theirs: shown(field, theirs[field] ?? ''),
        mine: shown(field, mine[field] ?? ''),
      }));

  return (
    <Form form={form} label={label} onSubmit={send}>
      {conflict ? (
        <EditConflict
          fields={differences(conflict)}
          onTakeTheirs={() => {
            form.setValues(conflict.theirs);
            setConflict(null);
          }}
        />
      ) : null}
      <Stack gap="md">
        {children(form)}
        <Group justify="flex-end" mt="sm">
          <SubmitButton>Save</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
