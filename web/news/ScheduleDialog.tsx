import { Group, Modal, Stack, TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';

const schema = z.object({
  at: z.string().check(
    z.minLength(1, 'Choose a date and time'),
    z.refine((text) => new Date(text) > new Date(), 'Choose a future time'),
  ),
});

type Props = { current: string | null; isOpen: boolean; onClose: () => void; onSchedule: (at: string) => Promise<unknown> };

/** When a post comes up by itself. */
export function ScheduleDialog({ current, isOpen, onClose, onSchedule }: Props) {
  const form = useSchemaForm(schema, { initialValues: { at: localTime(current ? new Date(current) : tomorrowMorning()) } });
  return (
    <Modal opened={isOpen} onClose={onClose} title="Schedule post" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Form
        form={form}
        label="Schedule"
        onSubmit={async ({ at }) => {
          await onSchedule(new Date(at).toISOString());
          onClose();
        }}
      >
        <Stack gap="md">
          <TextInput
            type="datetime-local"
            label="Date and time"
            description="In your time zone. Members can’t see the post until then."
            data-autofocus
            key={form.key('at')}
            {...form.getInputProps('at')}
          />
          <Group justify="flex-end">
            <SubmitButton>Schedule</SubmitButton>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}

function tomorrowMorning(): Date {
  const day = new Date();
  day.setDate(day.getDate() + 1);
  day.setHours(8, 0, 0, 0);
  return day;
}

/** As the input wants it: the reader's own clock, without a zone. */
function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
