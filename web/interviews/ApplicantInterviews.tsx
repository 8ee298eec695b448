import { Alert, Button, Group, List, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  appointmentTime,
  freeTimes,
  hasNoTimesLeft,
  interviewKinds,
  lengthText,
  openInterviewStatuses,
} from '#shared/applicants/interview.ts';
import { labelOf } from '#shared/catalogues.ts';
import { fullName } from '#shared/format.ts';
import type { TimeZone } from '#shared/time-zone.ts';
import { useTimeZone } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { toast } from '#web/ui/toast.ts';
import { InterviewBadge } from './InterviewBadge.tsx';
import { InterviewDetails } from './InterviewDetails.tsx';
import { NoShowButton } from './NoShowButton.tsx';
import { proposedTimeText } from './proposed-time-words.ts';
import { ProposeInterview } from './ProposeInterview.tsx';
import { applicantInterviewsQuery, type Interview, useCancelInterview } from './queries.ts';

type Props = {
  applicant: { id: string; firstName: string; lastName: string };
  /** Undefined until it is loaded. */
  companyTimeZone: TimeZone | undefined;
  mayEdit: boolean;
};

const isOpenInterview = ({ status }: Interview) => openInterviewStatuses.some((openStatus) => openStatus === status);

/** The interviews with an applicant, newest first, and the button that proposes one. */
export function ApplicantInterviews({ applicant, companyTimeZone, mayEdit }: Props) {
  const { data, error, isFetching, refetch } = useQuery(applicantInterviewsQuery(applicant.id));
  /** The zone in which the form has its times. It stays the same while the form is open. */
  const [formTimeZone, setFormTimeZone] = useState<TimeZone>();
  const openInterview = data?.find(isOpenInterview);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data)
    return (
      <Stack gap="sm" {...asStatus(t('common.interviews'))}>
        <Skeleton h="6rem" />
      </Stack>
    );
  const proposeButton = mayEdit ? (
    <Button color="orange" size="xs" disabled={!companyTimeZone} onClick={() => setFormTimeZone(companyTimeZone)}>
      {openInterview ? t('interviews.proposeOtherTimes') : t('interviews.propose')}
    </Button>
  ) : null;
  return (
    <Stack gap="md">
      {data.length === 0 ? (
        <EmptyState title={t('interviews.noInterviewsYet')} icon={<IconCalendarEvent size={28} />} action={proposeButton}>
          {mayEdit ? t('interviews.noInterviewsHint') : null}
        </EmptyState>
      ) : (
        <>
          <Group justify="flex-end">{proposeButton}</Group>
          {data.map((interview) => (
            <InterviewCard key={interview.id} interview={interview} name={fullName(applicant)} mayEdit={mayEdit} />
          ))}
        </>
      )}
      {formTimeZone ? (
        <ProposeInterview
          applicantId={applicant.id}
          name={fullName(applicant)}
          timeZone={formTimeZone}
          earlierInterview={data[0]}
          onClose={() => setFormTimeZone(undefined)}
        />
      ) : null}
    </Stack>
  );
}

type CardProps = { interview: Interview; name: string; mayEdit: boolean };

function InterviewCard({ interview, name, mayEdit }: CardProps) {
  const timeZone = useTimeZone();
  const cancel = useCancelInterview();
  const { ask, dialog } = useConfirm();
  const { id, kind, minutes, times, startsAt, answer } = interview;
  const [openedAt] = useState(() => new Date());
  const free = freeTimes(interview, openedAt);
  const hasNoTimes = hasNoTimesLeft(interview, openedAt);
  const confirm = async () => {
    const isConfirmed = await ask({
      title: t('interviews.cancelTitle', { name, kind }),
      message: t('interviews.cancelMeaning'),
      confirmLabel: t('interviews.cancel', { kind }),
      cancelLabel: t('interviews.keep', { kind }),
      isDestructive: true,
    });
    if (!isConfirmed) return;
    cancel.mutate(
      { id },
      { onSuccess: () => toast.success(t('common.interviewOrRenewalCanceled')), onError: (error) => toast.error(error) },
    );
  };
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text fw={600} size="sm">
            {labelOf(interviewKinds, kind, writeText)}, {lengthText(t, minutes)}
          </Text>
          <InterviewBadge interview={interview} />
        </Group>
        {startsAt ? (
          <Text size="sm" fw={600}>
            {appointmentTime(t, startsAt, timeZone)}
          </Text>
        ) : (
          <>
            <Text size="xs" c="dimmed">
              {t('interviews.proposedTimes')}
            </Text>
            <List size="sm">
              {times.map((time) => (
                <List.Item key={time} c={free.includes(time) ? undefined : 'dimmed'}>
                  {proposedTimeText(interview, time, timeZone)}
                </List.Item>
              ))}
            </List>
            {hasNoTimes ? (
              <Alert color="amber" p="xs">
                {t('interviews.noTimesLeft')}
              </Alert>
            ) : null}
          </>
        )}
        <InterviewDetails interview={interview} />
        {answer ? (
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            “{answer}”
          </Text>
        ) : null}
        {mayEdit && isOpenInterview(interview) ? (
          <Group justify="flex-end">
            <Button size="xs" variant="subtle" color="red" loading={cancel.isPending} onClick={() => void confirm()}>
              {t('interviews.cancel', { kind })}
            </Button>
          </Group>
        ) : null}
        {mayEdit ? <NoShowButton interview={interview} /> : null}
      </Stack>
      {dialog}
    </Paper>
  );
}
