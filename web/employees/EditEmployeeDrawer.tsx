import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type EmployeeRole, roleLabels } from '#shared/authority.ts';
import { editEmployeeFormSchema } from '#shared/employee.ts';
import * as format from '#shared/format.ts';
import { messages } from '#shared/messages.ts';
import { codeOf } from '#web/errors.ts';
import { EditConflict } from '#web/ui/EditConflict.tsx';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { toast } from '#web/ui/toast.ts';
import { EmployeeFields, type EmployeeValues } from './EmployeeFields.tsx';
import { type Employee, readEmployee, useUpdateEmployee } from './queries.ts';

type Props = { employee: Employee; isOpen: boolean; onClose: () => void };

const valuesOf = ({ firstName, lastName, phone, role }: Employee): EmployeeValues => ({
  firstName,
  lastName,
  phone: phone ? format.phone(phone) : '',
  role,
});

const labels = { firstName: 'First name', lastName: 'Last name', phone: 'Phone', role: 'Role' } as const;
const shown = (field: keyof EmployeeValues, value: string) => (field === 'role' ? roleLabels[value as EmployeeRole] : value);

function differences(theirs: EmployeeValues, mine: EmployeeValues) {
  const fields = Object.keys(labels) as (keyof EmployeeValues)[];
  return fields
    .filter((field) => theirs[field] !== mine[field])
    .map((field) => ({ label: labels[field], theirs: shown(field, theirs[field]), mine: shown(field, mine[field]) }));
}

/** Name, phone and role of somebody; what somebody else changed meanwhile is shown and not overwritten. */
export function EditEmployeeDrawer({ employee, isOpen, onClose }: Props) {
  return (
    <FormDrawer title={`Edit ${format.fullName(employee)}`} isOpen={isOpen} onClose={onClose}>
      <EditForm employee={employee} onDone={onClose} />
    </FormDrawer>
  );
}

function EditForm({ employee, onDone }: { employee: Employee; onDone: () => void }) {
  const update = useUpdateEmployee();
  const [version, setVersion] = useState(employee.version);
  const [conflict, setConflict] = useState<{ theirs: Employee; mine: EmployeeValues } | null>(null);
  const form = useSchemaForm<EmployeeValues>(editEmployeeFormSchema, { initialValues: valuesOf(employee) });

  const send = async (values: EmployeeValues) => {
    try {
      await update.mutateAsync({ ...values, id: employee.id, role: values.role as EmployeeRole, version });
    } catch (error) {
      if (codeOf(error) !== 'edit_conflict') throw error;
      const theirs = await readEmployee(employee.id);
      setVersion(theirs.version);
      return setConflict({ theirs, mine: values });
    }
    toast.success(messages.updated);
    onDone();
  };

  return (
    <Form form={form} label="Edit employee" onSubmit={send}>
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
          Signs in with {employee.email}
        </Text>
        <EmployeeFields form={form} />
        <Group justify="flex-end" mt="sm">
          <SubmitButton>Save</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
