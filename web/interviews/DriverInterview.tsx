import { Alert, Badge, Button, Group, Modal, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  appointmentTime,
  freeTimes,
  hasNoTimesLeft,
  interviewKinds,
  interviewStatuses,
  lengthText,
} from '#shared/applicants/interview.ts';
import { labelOf } from '#shared/catalogues.ts';
import type { TimeZone } from '#shared/time-zone.ts';
import { errorText } from '#web/api/errors.ts';
import { t, writeText } from '#web/texts/app.ts';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { InterviewDetails } from './InterviewDetails.tsx';
import type { Interview, LinkedInterview } from './queries.ts';
import { statusColors } from './status-columns.ts';

/** The part of an interview that its driver sees, signed in or by the link of an email. */
type OwnInterview = Interview | LinkedInterview;
type Answer = {
  choose: (time: string) => Promise<unknown>;
  decline: (answer: string) => Promise<unknown>;
};
type Props = Answer & { interview: OwnInterview; timeZone: TimeZone };

/** An open interview with the times to choose from, or with the chosen time. */
export function DriverInterview({ interview, timeZone, choose, decline }: Props) {
  const choosing = useMutation({ mutationFn: choose });
  const [openedAt] = useState(() => new Date());
  const [isDeclining, setIsDeclining] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const { status, companyName: company, jobTitle, kind, minutes, startsAt } = interview;
  const description = t('interviews.interviewSummary', {
    title: jobTitle,
    kind: labelOf(interviewKinds, kind, writeText),
    length: lengthText(t, minutes),
  });
  const isProposed = status === 'proposed';
  const timesToChoose = freeTimes(interview, openedAt);
  const hasNoTimes = hasNoTimesLeft(interview, openedAt);
  const title = hasNoTimes ? 'interviews.noTimesLeftFor' : isProposed ? 'interviews.chooseTime' : 'interviews.withCompany';
  return (
    <Section title={t(title, { company, kind })} description={description}>
      <Stack gap="sm" ref={container} tabIndex={-1}>
        {choosing.error && !hasNoTimes ? (
          <Alert color="red" role="alert">
            {errorText(choosing.error)}
          </Alert>
        ) : null}
        {hasNoTimes ? <Text>{t('interviews.noTimesLeftHint')}</Text> : null}
        {isProposed ? (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            {timesToChoose.map((time) => (
              <Button
                key={time}
                variant="default"
                disabled={choosing.isPending}
                onClick={() =>
                  choosing.mutate(time, {
                    onSuccess: () => {
                      toast.success(t('interviews.timeChosen'));
                      // The buttons are gone.
                      container.current?.focus();
                    },
                  })
                }
              >
                {appointmentTime(t, time, timeZone)}
              </Button>
            ))}
          </SimpleGrid>
        ) : (
          <Group gap="sm">
            <Text fw={600}>{startsAt ? appointmentTime(t, startsAt, timeZone) : null}</Text>
            <Badge color={statusColors[status]} variant="light" tt="none">
              {labelOf(interviewStatuses, status, writeText)}
            </Badge>
          </Group>
        )}
        <InterviewDetails interview={interview} />
        <div>
          <Button
            variant={hasNoTimes ? 'filled' : 'subtle'}
            color={hasNoTimes ? 'orange' : 'red'}
            size={hasNoTimes ? 'sm' : 'compact-sm'}
            onClick={() => setIsDeclining(true)}
          >
            {hasNoTimes
              ? t('interviews.askForOthers')
              : isProposed
                ? t('interviews.noneWorks')
                : t('interviews.cancel', { kind })}
          </Button>
        </div>
      </Stack>
      {isDeclining ? (
        <DeclineDialog interview={interview} hasNoTimes={hasNoTimes} decline={decline} onClose={() => setIsDeclining(false)} />
      ) : null}
    </Section>
  );
}

type DialogProps = Pick<Answer, 'decline'> & { interview: OwnInterview; hasNoTimes: boolean; onClose: () => void };

function DeclineDialog({ interview, hasNoTimes, decline, onClose }: DialogProps) {
  const [answer, setAnswer] = useState('');
  const { status, companyName: company, kind } = interview;
  const isProposed = status === 'proposed';
  const declining = useMutation({
    mutationFn: decline,
    // Not where it is called, because the dialog can be gone by then.
    onSuccess: () => toast.success(isProposed ? t('interviews.companyTold') : t('common.interviewOrRenewalCanceled')),
  });
  const send = () => declining.mutate(answer, { onSuccess: onClose });
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        hasNoTimes
          ? t('interviews.askForOthersTitle', { company })
          : isProposed
            ? t('interviews.noneWorksTitle', { company })
            : t('interviews.cancelTitle', { name: company, kind })
      }
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
          error={declining.error ? errorText(declining.error) : undefined}
          onChange={(event) => setAnswer(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {isProposed ? t('common.cancel') : t('interviews.keep', { kind })}
          </Button>
          <Button color={isProposed ? 'orange' : 'red'} loading={declining.isPending} onClick={send}>
            {isProposed ? t('interviews.tellCompany') : t('interviews.cancel', { kind })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
