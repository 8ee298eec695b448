import { Drawer, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fullName } from '#shared/format.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { ApplicantDetail } from './ApplicantDetail.tsx';
import { applicantQuery } from './queries.ts';

type Props = { jobId: string; id: string; mayEdit: boolean; isTagging: boolean; onClose: () => void };

/** One applicant beside the list: what the link of the mail opens. */
export function ApplicantDrawer({ jobId, id, mayEdit, isTagging, onClose }: Props) {
  const query = useQuery(applicantQuery(id));
  const { data } = query;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={
        <Text span fw={650} size="lg">
          {data ? fullName(data) : 'Applicant'}
        </Text>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {data ? (
        <ApplicantDetail jobId={jobId} applicant={data} mayEdit={mayEdit} isTagging={isTagging} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Loading />
      )}
    </Drawer>
  );
}
