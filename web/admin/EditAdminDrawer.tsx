import { Text } from '@mantine/core';
import { editAdminFormSchema } from '#shared/admin/admin.ts';
import { type AdminRole, roleLabels } from '#shared/access/authority.ts';
import { EditRowForm } from '#web/ui/form/EditRowForm.tsx';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { AdminFields } from './AdminFields.tsx';
import { type Admin, readAdmin, useUpdateAdmin } from './people-queries.ts';

type Values = { firstName: string; lastName: string; role: AdminRole };
type Props = { admin: Admin; isSelf: boolean; isOpen: boolean; onClose: () => void };

const valuesOf = ({ firstName, lastName, role }: Admin): Values => ({ firstName, lastName, role });
const labels = { firstName: 'First name', lastName: 'Last name', role: 'Role' } as const;

/** Name and role of somebody who runs the product. */
export function EditAdminDrawer({ admin, isSelf, isOpen, onClose }: Props) {
  const update = useUpdateAdmin();
  return (
    <FormDrawer title={`Edit ${admin.fullName}`} isOpen={isOpen} onClose={onClose}>
      <EditRowForm
        label="Edit admin"
        row={admin}
        schema={editAdminFormSchema}
        valuesOf={valuesOf}
        read={readAdmin}
        save={(values, version) => update.mutateAsync({ ...values, id: admin.id, version })}
        labels={labels}
        shown={(field, value) => (field === 'role' ? roleLabels[value as AdminRole] : value)}
        onDone={onClose}
      >
        {(form) => (
          <>
            <Text size="sm" c="dimmed">
              Signs in with {admin.email}
            </Text>
            <AdminFields form={form} isSelf={isSelf} />
          </>
        )}
      </EditRowForm>
    </FormDrawer>
  );
}
