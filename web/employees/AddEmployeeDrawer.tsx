import { Group, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { EmployeeRole } from '#shared/access/authority.ts';
import { invitationDays, newEmployeeFormSchema } from '#shared/companies/employee.ts';
import { roles } from '#shared/access/access.ts';
import { UnverifiedNotice } from '#web/auth/UnverifiedNotice.tsx';
import { useMe } from '#web/use-me.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { NewPasswordField } from '#web/ui/form/NewPasswordField.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { toast } from '#web/ui/toast.ts';
import { EmployeeFields, type EmployeeValues } from './EmployeeFields.tsx';
import { useAddEmployee } from './queries.ts';

type Way = 'invite' | 'password';
type Values = EmployeeValues & { email: string; way: Way; password: string };
type Props = { companyId: string | undefined; isOpen: boolean; onClose: () => void };

/** The slider that adds somebody: invited by mail, or with a password that they must change (`spec: work §2`). */
export function AddEmployeeDrawer({ companyId, isOpen, onClose }: Props) {
  const me = useMe();
  return (
    <FormDrawer title="Add employee" isOpen={isOpen} onClose={onClose}>
      {me.emailVerified ? (
        <AddForm companyId={companyId} onDone={onClose} />
      ) : (
        <UnverifiedNotice
          me={me}
          title="Verify your email to add people"
          text={`Select Send again to get a link at ${me.email}. Open the link, then come back.`}
        />
      )}
    </FormDrawer>
  );
}

function AddForm({ companyId, onDone }: { companyId: string | undefined; onDone: () => void }) {
  const add = useAddEmployee();
  const [way, setWay] = useState<Way>('invite');
  const form = useSchemaForm<Values>(newEmployeeFormSchema, {
    initialValues: {
      firstName: '',
      lastName: '',
      phone: '',
      role: roles.companyUser,
      email: '',
      way: 'invite',
      password: '',
    },
  });
  const choose = (next: string) => {
    const chosen = next === 'password' ? 'password' : 'invite';
    setWay(chosen);
    form.setFieldValue('way', chosen);
  };
  const send = async ({ way: _, password, role, ...person }: Values) => {
    const isInvited = way === 'invite';
    const sign = isInvited ? { invite: true } : { password };
    await add.mutateAsync({ ...person, ...sign, companyId, role: role as EmployeeRole });
    toast.success(isInvited ? `Invitation sent to ${person.email}` : `${person.firstName} can now sign in`);
    onDone();
  };
  return (
    <Form form={form} label="Add employee" onSubmit={send}>
      <Stack gap="md">
        <Radio.Group label="Access" value={way} onChange={choose}>
          <Stack gap="xs" mt="xs">
            <Radio
              value="invite"
              label="Invite by email"
              description={`They’ll set their own password. The link expires in ${invitationDays} days.`}
            />
            <Radio
              value="password"
              label="Set a password"
              description="Share this temporary password; they’ll change it at first sign-in."
            />
          </Stack>
        </Radio.Group>
        <EmployeeFields
          form={form}
          email={
            <TextInput label="Email" type="email" autoComplete="off" key={form.key('email')} {...form.getInputProps('email')} />
          }
        />
        {way === 'password' ? (
          <NewPasswordField label="Password" key={form.key('password')} {...form.getInputProps('password')} />
        ) : null}
        <Group justify="flex-end" mt="sm">
          <SubmitButton>{way === 'invite' ? 'Send invitation' : 'Add employee'}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
