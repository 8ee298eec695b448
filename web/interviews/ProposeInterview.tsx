import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Input,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import {
  appointmentTime,
  groupKind,
  hasRequiredLink,
  hasRequiredPlace,
  type InterviewKind,
  interviewKinds,
  interviewLengths,
  isSoonEnough,
  lengthText,
  maxProposedTimes,
  openInterviewStatuses,
  usualLength,
} from '#shared/applicants/interview.ts';
import { suggestTime } from '#shared/applicants/suggested-time.ts';
import { codes } from '#shared/catalogues.ts';
import { instantOf, localTimeIn, type TimeZone, zoneName } from '#shared/time-zone.ts';
import { t, writeText } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { FormModal } from '#web/ui/form/FormDrawer.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { toast } from '#web/ui/toast.ts';
import { type BusyTime, busyTimesQuery, type Interview, usePropose } from './queries.ts';

type Values = { kind: InterviewKind; minutes: string; times: string[]; place: string; note: string };

/** The same rules as the request's, for the form's times, which have no time zone. */
const createSchema = (timeZone: TimeZone) => {
  const instant = (at: string) => instantOf(at, timeZone).getTime();
  return z
    .object({
      kind: z.enum(codes(interviewKinds)),
      times: z
        .array(
          z.string().check(
            z.refine((at) => !Number.isNaN(Date.parse(`${at}Z`)), { error: t('errors.dateRequired'), abort: true }),
            z.refine((at) => instant(at) > Date.now(), t('interviews.timeInPast')),
            z.refine((at) => isSoonEnough(new Date(instant(at))), t('interviews.timeTooLate')),
          ),
        )
        .check(({ value: times, issues }) => {
          const instants = times.map(instant);
          for (const [index, at] of instants.entries())
            if (instants.indexOf(at) < index)
              issues.push({ code: 'custom', input: times, path: [index], message: 'interviews.duplicateTimes' });
        }),
      place: z.string(),
    })
    .check(
      z.refine(hasRequiredPlace, { message: 'errors.addressRequired', path: ['place'] }),
      z.refine(hasRequiredLink, { message: 'interviews.linkRequired', path: ['place'] }),
    );
};

type Props = {
  applicantId: string;
  name: string;
  /** The company's zone, in which the times are entered. */
  timeZone: TimeZone;
  earlierInterview: Interview | undefined;
  onClose: () => void;
};

/** Proposes times for an interview. The driver chooses one. */
export function ProposeInterview({ applicantId, name, timeZone, earlierInterview, onClose }: Props) {
  const isOpen = openInterviewStatuses.some((status) => status === earlierInterview?.status);
  return (
    <FormModal
      title={`${isOpen ? t('interviews.proposeOtherTimes') : t('interviews.propose')}: ${name}`}
      isOpen
      onClose={onClose}
    >
      <LoadedProposalForm applicantId={applicantId} timeZone={timeZone} earlierInterview={earlierInterview} onDone={onClose} />
    </FormModal>
  );
}

type FormProps = Pick<Props, 'applicantId' | 'timeZone' | 'earlierInterview'> & { onDone: () => void };

function LoadedProposalForm(props: FormProps) {
  const { data, isPending } = useQuery(busyTimesQuery());
  if (isPending) return <Skeleton h="24rem" {...asStatus(t('interviews.propose'))} />;
  // The server checks the times, so the form also works if they could not be loaded.
  return <ProposalForm {...props} busyTimes={data ?? []} />;
}

function ProposalForm({ applicantId, timeZone, earlierInterview, busyTimes, onDone }: FormProps & { busyTimes: BusyTime[] }) {
  const propose = usePropose();
  const [earliestTime] = useState(() => localTimeIn(timeZone, Date.now()));
  const otherBusyTimes = busyTimes.filter((busyTime) => busyTime.applicantId !== applicantId);
  const suggestNext = (proposed: readonly string[], { kind, minutes }: { kind: InterviewKind; minutes: number }) =>
    suggestTime({ busyTimes: kind === groupKind ? [] : otherBusyTimes, proposed, minutes, timeZone });
  const [initialTimes] = useState(() => {
    const proposal = { kind: earlierInterview?.kind ?? 'phone', minutes: earlierInterview?.minutes ?? usualLength('phone') };
    const first = suggestNext([], proposal);
    return [first, suggestNext([first], proposal)];
  });
  const form = useSchemaForm<Values>(createSchema(timeZone), {
    initialValues: {
      kind: earlierInterview?.kind ?? 'phone',
      minutes: String(earlierInterview?.minutes ?? usualLength('phone')),
      times: initialTimes,
      place: earlierInterview?.place ?? '',
      note: earlierInterview?.note ?? '',
    },
  });
  const kind = form.useWatchValue('kind');
  const times = form.useWatchValue('times');
  const addTime = () => {
    const { times: proposed, minutes } = form.getValues();
    form.insertListItem('times', suggestNext(proposed, { kind, minutes: Number(minutes) }));
  };
  /** Inputs keep what they show, so after a removal new ones are rendered, with the values that moved up. */
  const [removedCount, setRemovedCount] = useState(0);
  const removeTime = (index: number) => {
    flushSync(() => {
      form.removeListItem('times', index);
      setRemovedCount((count) => count + 1);
    });
    form.getInputNode(`times.${Math.min(index, times.length - 2)}`)?.focus();
  };
  /** What was entered for each kind of place. */
  const places = useRef(new Map<string, string>());
  /** Another kind has its usual length and, if it takes place elsewhere, another place. */
  const changeKind = (next: InterviewKind) => {
    const { minutes, place } = form.getValues();
    if (minutes === String(usualLength(kind))) form.setFieldValue('minutes', String(usualLength(next)));
    if (placeLabel(next) !== placeLabel(kind)) {
      places.current.set(placeLabel(kind), place);
      form.setFieldValue('place', places.current.get(placeLabel(next)) ?? '');
    }
    // Without an update, which would take the focus from the field.
    form.setFieldValue('kind', next, { forceUpdate: false });
  };
  const send = async (values: Values) => {
    await propose.mutateAsync({
      applicantId,
      kind: values.kind,
      minutes: interviewLengths.find((length) => String(length) === values.minutes) ?? usualLength(values.kind),
      times: values.times.map((at) => instantOf(at, timeZone).toISOString()),
      place: values.place,
      note: values.note,
    });
    toast.success(t('interviews.sent'));
    onDone();
  };
  return (
    <Form form={form} label={t('interviews.propose')} onSubmit={send}>
      <Stack gap="md">
        {earlierInterview?.status === 'scheduled' && earlierInterview.startsAt ? (
          <Alert color="amber">
            {t('interviews.calledOff', {
              kind: earlierInterview.kind,
              when: appointmentTime(t, earlierInterview.startsAt, timeZone),
            })}
          </Alert>
        ) : null}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select
            label={t('common.type')}
            allowDeselect={false}
            data={interviewKinds.map(({ code, label }) => ({ value: code, label: writeText(label) }))}
            key={form.key('kind')}
            {...form.getInputProps('kind')}
            onChange={(value) => changeKind(interviewKinds.find(({ code }) => code === value)?.code ?? kind)}
          />
          <Select
            label={t('interviews.lengthLabel')}
            allowDeselect={false}
            data={interviewLengths.map((minutes) => ({ value: String(minutes), label: lengthText(t, minutes) }))}
            key={form.key('minutes')}
            {...form.getInputProps('minutes')}
          />
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          {t('interviews.timesInZone', { timeZone: writeText(zoneName(timeZone)) })}
        </Text>
        {times.map((_, index) => (
          <Group key={`${removedCount}.${index}`} align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              type="datetime-local"
              flex={1}
              label={t('interviews.numberedTime', { number: index + 1 })}
              min={earliestTime}
              {...form.getInputProps(`times.${index}`)}
            />
            {times.length > 1 ? (
              <ActionIcon
                variant="default"
                size="input-sm"
                aria-label={t('interviews.removeTime', { number: index + 1 })}
                onClick={() => removeTime(index)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            ) : null}
          </Group>
        ))}
        {form.errors['times'] ? <Input.Error>{form.errors['times']}</Input.Error> : null}
        {times.length < maxProposedTimes ? (
          <div>
            <Button variant="subtle" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => addTime()}>
              {t('interviews.addTime')}
            </Button>
          </div>
        ) : null}
        <TextInput
          label={placeLabel(kind)}
          {...(kind === 'phone' && { description: t('interviews.numberToCallHint') })}
          maxLength={300}
          key={form.key('place')}
          {...form.getInputProps('place')}
        />
        <Textarea
          label={t('interviews.note')}
          description={t('interviews.noteHint')}
          autosize
          minRows={2}
          maxLength={1000}
          key={form.key('note')}
          {...form.getInputProps('note')}
        />
        <Group justify="flex-end">
          <SubmitButton>{t('interviews.send')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}

function placeLabel(kind: InterviewKind): string {
  if (kind === 'phone') return t('interviews.numberToCall');
  return kind === 'video' ? t('interviews.callLink') : t('common.address');
}
