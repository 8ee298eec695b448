import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { appointmentTime, interviewKinds } from '#shared/applicants/interview.ts';
import { labelOf } from '#shared/catalogues.ts';
import { errorText } from '#web/api/errors.ts';
import { useTimeZone } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Interview, myInterviewsQuery, useChooseTime, useDeclineTimes } from './queries.ts';

/** The driver's upcoming interviews, with the times to choose from. Renders nothing if there are none. */
export function MyInterviews() {
  const { data } = useQuery(myInterviewsQuery());
  if (!data || data.items.length === 0) return null;
  return (
    <Stack gap="md" id="interviews">
      {data.items.map((interview) => (
        <MyInterview key={interview.id} interview={interview} />
      ))}
    </Stack>
  );
}

function MyInterview({ interview }: { interview: Interview }) {
  const timeZone = useTimeZone();
  const choose = useChooseTime();
  const [openedAt] = useState(() => new Date());
  const [isDeclining, setIsDeclining] = useState(false);
  const { id, status, companyName: company, jobTitle, kind, minutes, times, startsAt, place, note } = interview;
  const description = t('interviews.interviewSummary', {
    title: jobTitle,
    kind: labelOf(interviewKinds, kind, writeText),
    length: t('interviews.minutes', { minutes }),
  });
  const isProposed = status === 'proposed';
  const futureTimes = times.filter((time) => new Date(time) > openedAt);
  return (
    <Section
      title={isProposed ? t('interviews.chooseTime', { company }) : t('interviews.withCompany', { company })}
      description={description}
    >
      <Stack gap="sm">
        {choose.error ? (
          <Alert color="red" role="alert">
            {errorText(choose.error)}
          </Alert>
        ) : null}
        {isProposed ? (
          <Group gap="sm">
            {futureTimes.map((time) => (
              <Button
                key={time}
                variant="default"
                disabled={choose.isPending}
                onClick={() => choose.mutate({ id, time }, { onSuccess: () => toast.success(t('interviews.timeChosen')) })}
              >
                {appointmentTime(t, time, timeZone)}
              </Button>
            ))}
          </Group>
        ) : (
          <Text fw={600}>{startsAt ? appointmentTime(t, startsAt, timeZone) : null}</Text>
        )}
        {place ? (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('common.where')}: {place}
          </Text>
        ) : null}
        {note ? (
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {note}
          </Text>
        ) : null}
        <div>
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => setIsDeclining(true)}>
            {isProposed ? t('interviews.noneWorks') : t('interviews.cancel')}
          </Button>
        </div>
      </Stack>
      {isDeclining ? <DeclineDialog interview={interview} onClose={() => setIsDeclining(false)} /> : null}
    </Section>
  );
}

function DeclineDialog({ interview, onClose }: { interview: Interview; onClose: () => void }) {
  const decline = useDeclineTimes();
  const [answer, setAnswer] = useState('');
  const { id, status, companyName: company } = interview;
  const isProposed = status === 'proposed';
  const send = () =>
    decline.mutate(
      { id, answer },
      {
        onSuccess: () => {
          toast.success(isProposed ? t('interviews.companyTold') : t('common.interviewCanceled'));
          onClose();
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={isProposed ? t('interviews.noneWorksTitle', { company }) : t('interviews.cancelTitle', { name: company })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {isProposed ? t('interviews.noneWorksMeaning') : t('interviews.cancelMeaning')}
        </Text>
        <Textarea
          label={t('interviews.messageOptional')}
          autosize
          minRows={2}
          maxLength={500}
          value={answer}
          error={decline.error ? errorText(decline.error) : undefined}
          onChange={(event) => setAnswer(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {isProposed ? t('common.cancel') : t('interviews.keep')}
          </Button>
          <Button color={isProposed ? 'orange' : 'red'} loading={decline.isPending} onClick={send}>
            {isProposed ? t('interviews.tellCompany') : t('interviews.cancel')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
