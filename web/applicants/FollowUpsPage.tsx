import { Button, Group, SegmentedControl, Skeleton, Stack, Title } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { can } from '#shared/access/access.ts';
import { dueTimes, type FollowUpOwner, type FollowUpStatus, followUpStatuses } from '#shared/applicants/follow-up.ts';
import { useLiveJobs } from '#web/jobs/queries.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { PageButtons } from '#web/ui/grid/GridParts.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { type FollowUp, followUpsQuery, type FollowUpsView, pageSize } from './follow-up-queries.ts';
import { FollowUpApplicant, FollowUpCard } from './FollowUpCard.tsx';
import { EditFollowUp } from './FollowUpForm.tsx';
import { type RecentlyDone, useRecentlyDone } from './use-recently-done.ts';

type ViewChange = { page?: number; owner?: FollowUpOwner; status?: FollowUpStatus };
type Props = { view: FollowUpsView; onChange: (change: ViewChange) => void };

/** `/company/follow-ups`: what the user, or everyone at the company, still has to do about applicants. */
export function FollowUpsPage({ view, onChange }: Props) {
  const me = useMe();
  useLiveJobs(me.companyId);
  const { owner, status } = view;
  return (
    <>
      <PageHeader title={t('followUps.followUps')} />
      <Group gap="sm" mb="md">
        {me.companyId === null ? null : (
          <SegmentedControl
            aria-label={t('followUps.whose')}
            value={owner ?? 'anyone'}
            onChange={(value) => onChange({ owner: value === 'me' ? 'me' : 'anyone' })}
            data={[
              { value: 'me', label: t('followUps.mine') },
              { value: 'anyone', label: t('followUps.everyone') },
            ]}
          />
        )}
        <SegmentedControl
          aria-label={t('followUps.status')}
          value={status ?? 'open'}
          onChange={(value) => onChange({ status: followUpStatuses.find((one) => one === value) ?? 'open' })}
          data={[
            { value: 'due', label: t('followUps.due') },
            { value: 'open', label: t('followUps.open') },
            { value: 'done', label: t('followUps.finished') },
          ]}
        />
      </Group>
      {/* The key forgets what was completed in another view. */}
      <FollowUps key={[view.companyId, owner, status, view.page].join()} view={view} onChange={onChange} />
    </>
  );
}

function FollowUps({ view, onChange }: Props) {
  const { data, error, isFetching, refetch } = useQuery(followUpsQuery(view));
  const [edited, setEdited] = useState<FollowUp | null>(null);
  const { followUps, ...recentlyDone } = useRecentlyDone(data?.items ?? []);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data)
    return (
      <Stack gap="sm" {...asStatus(t('followUps.followUps'))}>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} h="4.5rem" />
        ))}
      </Stack>
    );
  const { companyId } = view;
  const cardProps = { recentlyDone, onEdit: setEdited };
  return (
    <Stack gap="lg" maw="56rem">
      {data.pagination.total === 0 && followUps.length === 0 ? <NoFollowUps view={view} onChange={onChange} /> : null}
      {view.status === 'done' ? (
        <Cards followUps={followUps} {...cardProps} />
      ) : (
        dueTimes.map(({ code: due, label }) => {
          const group = followUps.filter((followUp) => followUp.due === due);
          return group.length === 0 ? null : (
            <Stack key={due} gap="sm" component="section" aria-labelledby={`due-${due}`}>
              <Title order={2} size="h4" id={`due-${due}`}>
                {writeText(label)}
              </Title>
              <Cards followUps={group} {...cardProps} />
            </Stack>
          );
        })
      )}
      <PageButtons
        pageCount={Math.ceil(data.pagination.total / pageSize)}
        page={view.page}
        onChange={(page) => onChange({ page })}
      />
      <EditFollowUp followUp={edited} companyId={companyId} onClose={() => setEdited(null)} />
    </Stack>
  );
}

type CardsProps = {
  followUps: readonly FollowUp[];
  recentlyDone: RecentlyDone;
  onEdit: (followUp: FollowUp) => void;
};

function Cards({ followUps, ...props }: CardsProps) {
  const me = useMe();
  const mayEdit = can(me.roles, 'applicants.tag');
  return (
    <Stack gap="sm">
      {followUps.map((followUp) => (
        <FollowUpCard
          key={followUp.id}
          followUp={followUp}
          mayEdit={mayEdit}
          about={<FollowUpApplicant followUp={followUp} />}
          {...props}
        />
      ))}
    </Stack>
  );
}

function NoFollowUps({ view, onChange }: Props) {
  if (view.status === 'done')
    return (
      <EmptyState title={t('followUps.noneDone')} icon={<IconListCheck size={28} />}>
        {t('followUps.noneDoneHint')}
      </EmptyState>
    );
  const showEveryone =
    view.owner === 'me' ? (
      <Button variant="default" onClick={() => onChange({ owner: 'anyone' })}>
        {t('followUps.showEveryone')}
      </Button>
    ) : undefined;
  return (
    <EmptyState
      title={view.status === 'due' ? t('followUps.noneDue') : t('followUps.noneOpen')}
      icon={<IconListCheck size={28} />}
      action={showEveryone}
    >
      {t('followUps.noneOpenHint')}
    </EmptyState>
  );
}
