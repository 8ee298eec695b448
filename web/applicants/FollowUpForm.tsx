import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { addFollowUpSchema } from '#shared/applicants/follow-up.ts';
import { changedFields } from '#shared/resource.ts';
import { addWorkingDays, localDay } from '#shared/time-zone.ts';
import { useMe, useTimeZone } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { FormModal } from '#web/ui/form/FormDrawer.tsx';
import { type FollowUp, useAddFollowUp, useUpdateFollowUp } from './follow-up-queries.ts';
import { colleaguesQuery } from './queries.ts';

/** The value of the owner's select for a follow-up that is everyone's. */
const unassigned = '';

type Values = { task: string; dueOn: string; ownerId: string };
/** Browsers give an empty text for a date that is not complete. */
const schema = z.extend(z.pick(addFollowUpSchema, { task: true }), {
  dueOn: z.string().check(z.minLength(1, 'errors.dateRequired')),
});

type DialogProps = {
  /** The company that an administrator chose. Undefined for the user's own company. */
  companyId: string | undefined;
  onClose: () => void;
};
type AddProps = DialogProps & { isOpen: boolean; applicant: { id: string; owner: FollowUp['owner'] } };

/** The dialog that adds a follow-up to an applicant, for the next working day and the user at first. */
export const AddFollowUp = ({ isOpen, ...props }: AddProps) => (
  <FormModal title={t('followUps.add')} isOpen={isOpen} onClose={props.onClose}>
    <AddForm {...props} />
  </FormModal>
);

function AddForm({ applicant, ...props }: Omit<AddProps, 'isOpen'>) {
  const me = useMe();
  const timeZone = useTimeZone();
  const add = useAddFollowUp();
  const [dueOn] = useState(() => addWorkingDays(localDay(timeZone, Date.now()), 1));
  const isStaff = me.companyId === null;
  const ownerId = isStaff ? (applicant.owner?.id ?? unassigned) : me.id;
  return (
    <FollowUpForm
      {...props}
      label={t('followUps.add')}
      initialValues={{ task: '', dueOn, ownerId }}
      owner={isStaff ? applicant.owner : null}
      save={({ ownerId: chosenId, ...values }) =>
        add.mutateAsync({ applicantId: applicant.id, ...values, ownerId: toOwnerId(chosenId) })
      }
    />
  );
}

/** The dialog that changes a follow-up. It is closed without one. */
export const EditFollowUp = ({ followUp, ...props }: DialogProps & { followUp: FollowUp | null }) => (
  <FormModal title={t('followUps.edit')} isOpen={followUp !== null} onClose={props.onClose}>
    {followUp ? <EditForm {...props} followUp={followUp} /> : null}
  </FormModal>
);

/** Sends only what was changed, so that a colleague's change of the rest stays. */
function EditForm({ followUp, ...props }: DialogProps & { followUp: FollowUp }) {
  const { id, task, dueOn, owner } = followUp;
  const update = useUpdateFollowUp(id);
  const initialValues = { task, dueOn, ownerId: owner?.id ?? unassigned };
  const save = (values: Values) => {
    const changed = changedFields(initialValues, values);
    return update.mutateAsync({
      id,
      ...(changed.includes('task') && { task: values.task }),
      ...(changed.includes('dueOn') && { dueOn: values.dueOn }),
      ...(changed.includes('ownerId') && { ownerId: toOwnerId(values.ownerId) }),
    });
  };
  return <FollowUpForm {...props} label={t('followUps.edit')} initialValues={initialValues} owner={owner} save={save} />;
}

const toOwnerId = (value: string) => (value === unassigned ? null : value);

type FormProps = DialogProps & {
  label: string;
  initialValues: Values;
  /** The current owner, who may have left the company. */
  owner: FollowUp['owner'];
  save: (values: Values) => Promise<unknown>;
};

function FollowUpForm({ label, initialValues, owner, companyId, save, onClose }: FormProps) {
  const timeZone = useTimeZone();
  const [today] = useState(() => localDay(timeZone, Date.now()));
  const { data: colleagues = [] } = useQuery(colleaguesQuery(companyId));
  const form = useSchemaForm<Values>(schema, { initialValues });
  const people = owner && !colleagues.some(({ id }) => id === owner.id) ? [...colleagues, owner] : colleagues;
  const send = async (values: Values) => {
    await save(values);
    onClose();
  };
  return (
    <Form form={form} label={label} onSubmit={send}>
      <Stack gap="md">
        <TextInput
          label={t('followUps.task')}
          placeholder={t('followUps.taskExample')}
          maxLength={300}
          required
          data-autofocus
          key={form.key('task')}
          {...form.getInputProps('task')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            type="date"
            label={t('followUps.dueOn')}
            min={today}
            required
            key={form.key('dueOn')}
            {...form.getInputProps('dueOn')}
          />
          <Select
            label={t('common.owner')}
            allowDeselect={false}
            searchable
            data={[
              { value: unassigned, label: t('followUps.anyone') },
              ...people.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            key={form.key('ownerId')}
            {...form.getInputProps('ownerId')}
          />
        </SimpleGrid>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <SubmitButton>{t('common.save')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
