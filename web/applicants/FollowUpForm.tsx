import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { addFollowUpSchema } from '#shared/applicants/follow-up.ts';
import { addWorkingDays, localDay } from '#shared/time-zone.ts';
import { useMe, useTimeZone } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { type FollowUp, useAddFollowUp, useUpdateFollowUp } from './follow-up-queries.ts';
import { colleaguesQuery } from './queries.ts';

/** The value of the owner's select for a follow-up that is everyone's. */
const nobody = '';

type Values = { task: string; dueOn: string; ownerId: string };
const schema = z.pick(addFollowUpSchema, { task: true, dueOn: true });

type FormProps = {
  /** The company that an administrator chose. Undefined for the user's own company. */
  companyId: string | undefined;
  onDone: () => void;
};
type Saved = { task: string; dueOn: string; ownerId: string | null };
type FieldsProps = FormProps & {
  label: string;
  initialValues: Values;
  /** The current owner, who may have left the company. */
  owner: FollowUp['owner'];
  save: (values: Saved) => Promise<unknown>;
};

/** Adds a follow-up to an applicant, for the next working day and the user at first. */
export function AddFollowUp({
  applicantId,
  applicantOwner,
  ...props
}: FormProps & { applicantId: string; applicantOwner: FollowUp['owner'] }) {
  const me = useMe();
  const timeZone = useTimeZone();
  const add = useAddFollowUp();
  const [dueOn] = useState(() => addWorkingDays(localDay(timeZone, Date.now()), 1));
  const isStaff = me.companyId === null;
  const ownerId = isStaff ? (applicantOwner?.id ?? nobody) : me.id;
  return (
    <Fields
      {...props}
      label={t('followUps.add')}
      initialValues={{ task: '', dueOn, ownerId }}
      owner={isStaff ? applicantOwner : null}
      save={(values) => add.mutateAsync({ applicantId, ...values })}
    />
  );
}

/** Changes a follow-up. */
export function EditFollowUp({ followUp, ...props }: FormProps & { followUp: FollowUp }) {
  const update = useUpdateFollowUp();
  const { id, task, dueOn, owner } = followUp;
  return (
    <Fields
      {...props}
      label={t('followUps.edit')}
      initialValues={{ task, dueOn, ownerId: owner?.id ?? nobody }}
      owner={owner}
      save={(values) => update.mutateAsync({ id, ...values })}
    />
  );
}

function Fields({ label, initialValues, owner, companyId, save, onDone }: FieldsProps) {
  const timeZone = useTimeZone();
  const [today] = useState(() => localDay(timeZone, Date.now()));
  const { data: colleagues = [] } = useQuery(colleaguesQuery(companyId));
  const taskInput = useRef<HTMLInputElement>(null);
  useEffect(() => taskInput.current?.focus(), []);
  const form = useSchemaForm<Values>(schema, { initialValues });
  const people = owner && !colleagues.some(({ id }) => id === owner.id) ? [...colleagues, owner] : colleagues;
  const send = async ({ task, dueOn, ownerId }: Values) => {
    await save({ task, dueOn, ownerId: ownerId === nobody ? null : ownerId });
    onDone();
  };
  return (
    <Form form={form} label={label} onSubmit={send}>
      <Stack gap="sm">
        <TextInput
          label={t('followUps.task')}
          placeholder={t('followUps.taskExample')}
          maxLength={300}
          required
          ref={taskInput}
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
              { value: nobody, label: t('followUps.nobody') },
              ...people.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            key={form.key('ownerId')}
            {...form.getInputProps('ownerId')}
          />
        </SimpleGrid>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={onDone}>
            {t('common.cancel')}
          </Button>
          <SubmitButton size="xs">{t('common.save')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
