import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { editAdminFormSchema } from '#shared/admin.ts';
import { type AdminRole, roleLabels } from '#shared/authority.ts';
import { messages } from '#shared/messages.ts';
import { codeOf } from '#web/errors.ts';
import { EditConflict } from '#web/ui/EditConflict.tsx';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { toast } from '#web/ui/toast.ts';
import { AdminFields } from './AdminFields.tsx';
import { type Admin, readAdmin, useUpdateAdmin } from './people-queries.ts';

type Values = { firstName: string; lastName: string; role: AdminRole };
type Props = { admin: Admin; isSelf: boolean; isOpen: boolean; onClose: () => void };

const valuesOf = ({ firstName, lastName, role }: Admin): Values => ({ firstName, lastName, role });

function differences(theirs: Values, mine: Values) {
  return [
    { label: 'First name', theirs: theirs.firstName, mine: mine.firstName },
    { label: 'Last name', theirs: theirs.lastName, mine: mine.lastName },
    { label: 'Role', theirs: roleLabels[theirs.role], mine: roleLabels[mine.role] },
  ].filter((field) => field.theirs !== field.mine);
}

/** Name and role of somebody who runs the product; what somebody else changed meanwhile is shown and not overwritten. */
export function EditAdminDrawer({ admin, isSelf, isOpen, onClose }: Props) {
  return (
    <FormDrawer title={`Edit ${admin.fullName}`} isOpen={isOpen} onClose={onClose}>
      <EditForm admin={admin} isSelf={isSelf} onDone={onClose} />
    </FormDrawer>
  );
}

function EditForm({ admin, isSelf, onDone }: { admin: Admin; isSelf: boolean; onDone: () => void }) {
  const update = useUpdateAdmin();
  const [version, setVersion] = useState(admin.version);
  const [conflict, setConflict] = useState<{ theirs: Admin; mine: Values } | null>(null);
  const form = useSchemaForm<Values>(editAdminFormSchema, { initialValues: valuesOf(admin) });

  const send = async (values: Values) => {
    try {
      await update.mutateAsync({ ...values, id: admin.id, version });
    } catch (error) {
      if (codeOf(error) !== 'edit_conflict') throw error;
      const theirs = await readAdmin(admin.id);
      setVersion(theirs.version);
      return setConflict({ theirs, mine: values });
    }
    toast.success(messages.updated);
    onDone();
  };

  return (
    <Form form={form} label="Edit admin" onSubmit={send}>
      {conflict ? (
        <EditConflict
          fields={differences(valuesOf(conflict.theirs), conflict.mine)}
          onTakeTheirs={() => {
            form.setValues(valuesOf(conflict.theirs));
            setConflict(null);
          }}
        />
      ) : null}
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Signs in with {admin.email}
        </Text>
        <AdminFields form={form} isSelf={isSelf} />
        <Group justify="flex-end" mt="sm">
          <SubmitButton>Save</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
