import { Alert, Group, Radio, Stack, TextInput, Text, Select } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { roleLabels, employeeRoles } from '#shared/access/authority.ts';
import { employeeFields, invitationDays, newEmployeeFormSchema } from '#shared/companies/employee.ts';
import * as format from '#shared/format.ts';
import { type PropertyOf, propertyOf, inputsOf } from '#shared/resource.ts';
import { UnverifiedNotice } from '#web/layouts/UnverifiedNotice.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm, type SchemaForm } from '#web/ui/form/Form.tsx';
import { EditRowForm, NameFields, FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { NewPasswordField } from '#web/ui/form/NewPasswordField.tsx';
import { OfficePhoneInput } from '#web/ui/form/OfficePhoneInput.tsx';
import { toast } from '#web/ui/toast.ts';
import { useAddEmployee, type Employee, readEmployee, useUpdateEmployee } from './queries.ts';

type EmployeeValues = PropertyOf<typeof employeeFields, 'empty'>;

const options = employeeRoles.map((role) => ({ value: role, label: writeText(roleLabels[role]) }));

type EmployeeFieldsProps<V extends EmployeeValues> = {
  form: SchemaForm<V>;
  /** The email field, which only the form for a new employee has. It is shown after the name. */
  email?: ReactNode;
};

/** The fields of every employee (`docs/product/companies.md#employees`). */
export function EmployeeFields<V extends EmployeeValues>({ form, email }: EmployeeFieldsProps<V>) {
  return (
    <>
      <NameFields form={form} />
      {email}
      <OfficePhoneInput form={form} prefix="" label={writeText(employeeFields.phone.label)} isForAnotherPerson />
      <Select
        label={writeText(employeeFields.role.label)}
        description={writeText(employeeFields.role.hint)}
        data={options}
        allowDeselect={false}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        key={form.key('role')}
        {...form.getInputProps('role')}
      />
    </>
  );
}

type EditEmployeeDrawerProps = { employee: Employee; isOpen: boolean; onClose: () => void };

const valuesOf = (employee: Employee): EmployeeValues => inputsOf(employeeFields, employee);

/** Edits an employee's name, phone and role. */
export function EditEmployeeDrawer({ employee, isOpen, onClose }: EditEmployeeDrawerProps) {
  const update = useUpdateEmployee();
  return (
    <FormDrawer
      title={t('employees.editEmployeeTitle', { employee: format.fullName(employee) })}
      isOpen={isOpen}
      onClose={onClose}
    >
      <EditRowForm
        label={t('employees.editEmployeeLabel')}
        row={employee}
        fields={employeeFields}
        toValues={valuesOf}
        read={readEmployee}
        save={(values, version) => update.mutateAsync({ ...values, id: employee.id, version })}
        onDone={onClose}
      >
        {(form) => (
          <>
            <Text size="sm" c="dimmed">
              {t('common.signsInWithEmail', { email: employee.email })}
            </Text>
            <EmployeeFields form={form} />
          </>
        )}
      </EditRowForm>
    </FormDrawer>
  );
}

type InviteMethod = 'invite' | 'password';
type Values = EmployeeValues & { email: string; method: InviteMethod; password: string };
type Props = { companyId: string | undefined; isOpen: boolean; onClose: () => void };

/** Adds an employee, who is invited by email or gets a temporary password. */
export function AddEmployeeDrawer({ companyId, isOpen, onClose }: Props) {
  const me = useMe();
  return (
    <FormDrawer title={t('employees.addEmployee')} isOpen={isOpen} onClose={onClose}>
      {me.impersonatorId ? (
        <Alert role="note" color="amber" title={t('employees.cantAddWhileImpersonating')}>
          <Text size="sm">{t('employees.cantAddWhileImpersonatingHint')}</Text>
        </Alert>
      ) : me.emailVerified ? (
        <AddForm companyId={companyId} onDone={onClose} />
      ) : (
        <UnverifiedNotice
          me={me}
          title={t('common.verifyEmailToAddPeople')}
          text={t('common.verifyEmailHint', { email: me.email })}
        />
      )}
    </FormDrawer>
  );
}

type InviteMethodFieldProps = { value: InviteMethod; onChange: (next: string) => void };

function InviteMethodField({ value, onChange }: InviteMethodFieldProps) {
  return (
    <Radio.Group label={t('employees.access')} value={value} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        <Radio
          value="invite"
          label={t('employees.inviteByEmail')}
          description={t('employees.inviteByEmailHint', { invitationDays })}
        />
        <Radio value="password" label={t('employees.setAPassword')} description={t('employees.setAPasswordHint')} />
      </Stack>
    </Radio.Group>
  );
}

function AddForm({ companyId, onDone }: { companyId: string | undefined; onDone: () => void }) {
  const add = useAddEmployee();
  const [way, setWay] = useState<InviteMethod>('invite');
  const form = useSchemaForm<Values>(newEmployeeFormSchema, {
    initialValues: { ...propertyOf(employeeFields, 'empty'), email: '', method: 'invite', password: '' },
  });
  const choose = (next: string) => {
    const nextMethod = next === 'password' ? 'password' : 'invite';
    setWay(nextMethod);
    form.setFieldValue('method', nextMethod);
  };
  const send = async ({ method: _, password, ...person }: Values) => {
    const isInvited = way === 'invite';
    const credentials = isInvited ? { invite: true } : { password };
    await add.mutateAsync({ ...person, ...credentials, companyId });
    toast.success(
      isInvited
        ? t('employees.invitationSent', { email: person.email })
        : t('common.personCanSignIn', { firstName: person.firstName }),
    );
    onDone();
  };
  return (
    <Form form={form} label={t('employees.addEmployee')} onSubmit={send}>
      <Stack gap="md">
        <InviteMethodField value={way} onChange={choose} />
        <EmployeeFields
          form={form}
          email={
            <TextInput
              label={t('ui.email')}
              type="email"
              autoComplete="off"
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
          }
        />
        {way === 'password' ? (
          <NewPasswordField label={t('ui.password')} key={form.key('password')} {...form.getInputProps('password')} />
        ) : null}
        <Group justify="flex-end" mt="sm">
          <SubmitButton>{way === 'invite' ? t('employees.sendInvitation') : t('employees.addEmployee')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
