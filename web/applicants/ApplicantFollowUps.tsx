import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#web/texts/app.ts';
import { ErrorState } from '#web/ui/States.tsx';
import { applicantFollowUpsQuery, type FollowUp } from './follow-up-queries.ts';
import { FollowUpCard } from './FollowUpCard.tsx';
import { AddFollowUp, EditFollowUp } from './FollowUpForm.tsx';
import { useRecentlyDone } from './use-recently-done.ts';

type Props = {
  applicant: { id: string; owner: FollowUp['owner'] };
  /** The company that an administrator chose. Undefined for the user's own company. */
  companyId: string | undefined;
  mayEdit: boolean;
};

/** What is still to do about an applicant, with a button for more. Renders nothing for a reader if there is nothing to do. */
export function ApplicantFollowUps({ applicant, companyId, mayEdit }: Props) {
  const { data, error, isFetching, refetch } = useQuery(applicantFollowUpsQuery(applicant.id));
  const [isAdding, setIsAdding] = useState(false);
  const [edited, setEdited] = useState<FollowUp | null>(null);
  const { followUps, ...recentlyDone } = useRecentlyDone(data ?? []);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!mayEdit && followUps.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={t('followUps.followUps')}>
      <Group justify="space-between" gap="xs">
        <Text component="h3" size="sm" fw={600}>
          {t('followUps.followUps')}
        </Text>
        {mayEdit ? (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setIsAdding(true)}
          >
            {t('followUps.add')}
          </Button>
        ) : null}
      </Group>
      {followUps.map((followUp) => (
        <FollowUpCard
          key={followUp.id}
          followUp={followUp}
          mayEdit={mayEdit}
          about={followUp.applicantId === applicant.id ? null : t('hiring.applicationForJob', { job: followUp.jobTitle })}
          recentlyDone={recentlyDone}
          onEdit={setEdited}
        />
      ))}
      <AddFollowUp isOpen={isAdding} applicant={applicant} companyId={companyId} onClose={() => setIsAdding(false)} />
      <EditFollowUp followUp={edited} companyId={companyId} onClose={() => setEdited(null)} />
    </Stack>
  );
}
