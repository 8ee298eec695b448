import { Text } from '@mantine/core';
import { type EmployeeRole, roleLabels } from '#shared/access/authority.ts';
import { editEmployeeFormSchema } from '#shared/companies/employee.ts';
import * as format from '#shared/format.ts';
import { EditRowForm } from '#web/ui/form/EditRowForm.tsx';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
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

/** Name, phone and role of somebody who works for the company. */
export function EditEmployeeDrawer({ employee, isOpen, onClose }: Props) {
  const update = useUpdateEmployee();
  return (
    <FormDrawer title={`Edit ${format.fullName(employee)}`} isOpen={isOpen} onClose={onClose}>
      <EditRowForm
        label="Edit employee"
        row={employee}
        schema={editEmployeeFormSchema}
        valuesOf={valuesOf}
        read={readEmployee}
        save={({ role, ...values }, version) =>
          update.mutateAsync({ ...values, id: employee.id, role: role as EmployeeRole, version })
        }
        labels={labels}
        shown={(field, value) => (field === 'role' ? roleLabels[value as EmployeeRole] : value)}
        onDone={onClose}
      >
        {(form) => (
          <>
            <Text size="sm" c="dimmed">
              Signs in with {employee.email}
            </Text>
            <EmployeeFields form={form} />
          </>
        )}
      </EditRowForm>
    </FormDrawer>
  );
}
