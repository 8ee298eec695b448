import { Group, Modal, Stack, TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { addDays, dayIn, instantOf, localTimeIn, type TimeZone, zoneName } from '#shared/time-zone.ts';
import { useTimeZone } from '#web/use-time-zone.ts';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';

const schemaIn = (timeZone: TimeZone) =>
  z.object({
    at: z.string().check(
      z.refine((text) => !Number.isNaN(Date.parse(`${text}Z`)), { error: 'Choose a date and time', abort: true }),
      z.refine((text) => instantOf(text, timeZone) > new Date(), 'Choose a future time'),
    ),
  });

type Props = { current: string | null; isOpen: boolean; onClose: () => void; onSchedule: (at: string) => Promise<unknown> };

/** When a post comes up by itself. */
export function ScheduleDialog({ current, isOpen, onClose, onSchedule }: Props) {
  const timeZone = useTimeZone();
  const form = useSchemaForm(schemaIn(timeZone), {
    initialValues: { at: current ? localTimeIn(timeZone, current) : tomorrowMorning(timeZone) },
  });
  return (
    <Modal opened={isOpen} onClose={onClose} title="Schedule post" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Form
        form={form}
        label="Schedule"
        onSubmit={async ({ at }) => {
          await onSchedule(instantOf(at, timeZone).toISOString());
          onClose();
        }}
      >
        <Stack gap="md">
          <TextInput
            type="datetime-local"
            label="Date and time"
            description={`In ${zoneName(timeZone)}. Members can’t see the post until then.`}
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

const tomorrowMorning = (timeZone: TimeZone) => `${addDays(dayIn(timeZone, Date.now()), 1)}T08:00`;
