import { ActionIcon, Drawer, Group, Skeleton, Stack, Text, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useRef } from 'react';
import { fullName } from '#shared/format.ts';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ApplicantDetail } from './ApplicantDetail.tsx';
import { type Applicant, applicantQuery } from './queries.ts';
import { t } from '#web/texts/app.ts';

type Props = {
  jobId: string;
  id: string;
  /** The list's current page, which can be walked through without closing the drawer. */
  among: readonly Applicant[];
  mayEdit: boolean;
  isTagging: boolean;
  onShow: (id: string) => void;
  onClose: () => void;
};

/** One applicant next to the list, which an email's link can open. `j` and `k` move to the next and the previous one. */
export function ApplicantDrawer({ jobId, id, among, mayEdit, isTagging, onShow, onClose }: Props) {
  const at = among.findIndex((row) => row.id === id);
  const { data, error, isFetching, refetch } = useQuery({ ...applicantQuery(id), placeholderData: among[at] });
  const previous = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const step = (by: 1 | -1) => {
    const row = at < 0 ? undefined : among[at + by];
    (by > 0 ? next : previous).current?.focus();
    if (row) onShow(row.id);
  };
  useHotkeys([
    ['j', () => step(1)],
    ['k', () => step(-1)],
  ]);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={
        <Text span fw={650} size="lg">
          {data ? fullName(data) : t('applicants.applicant')}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {at < 0 ? null : (
        <Group gap="xs" mb="sm">
          <Step ref={previous} label={t('applicants.previousApplicant')} hotkey="k" isEnd={at === 0} onStep={() => step(-1)} />
          <Step
            ref={next}
            label={t('applicants.nextApplicant')}
            hotkey="j"
            isEnd={at === among.length - 1}
            onStep={() => step(1)}
          />
          <Text size="sm" c="dimmed" className="tabular">
            {t('applicants.applicantOfPage', { at: at + 1, count: among.length })}
          </Text>
        </Group>
      )}
      {data ? (
        <ApplicantDetail key={data.id} jobId={jobId} applicant={data} mayEdit={mayEdit} isTagging={isTagging} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Stack gap="md" {...asStatus(t('applicants.loadingApplicant'))}>
          <Skeleton h="1.5rem" w="10rem" />
          <Skeleton h="2.25rem" />
          <Skeleton h="12rem" />
        </Stack>
      )}
    </Drawer>
  );
}

type StepProps = {
  ref: Ref<HTMLButtonElement>;
  label: string;
  hotkey: string;
  /** Keeps the focus at the first and last applicant, where there is no further one. */
  isEnd: boolean;
  onStep: () => void;
};

function Step({ ref, label, hotkey, isEnd, onStep }: StepProps) {
  const Icon = hotkey === 'j' ? IconChevronDown : IconChevronUp;
  return (
    <Tooltip label={`${label} (${hotkey})`}>
      <ActionIcon
        ref={ref}
        variant="default"
        aria-label={label}
        aria-disabled={isEnd || undefined}
        data-disabled={isEnd || undefined}
        onClick={onStep}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
