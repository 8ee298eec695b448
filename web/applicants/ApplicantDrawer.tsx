import { Anchor, Drawer, Grid, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { fullName } from '#shared/format.ts';
import { t } from '#web/texts/app.ts';
import { ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { ApplicantDetail } from './ApplicantDetail.tsx';
import { ApplicantPanels } from './ApplicantPanels.tsx';
import type { ApplicantPageSearch } from './applicants-search.ts';
import { ApplicantSteps, type PagePosition } from './ApplicantSteps.tsx';
import { ApplicantFit, ApplicantHeader, OtherApplications } from './ApplicantWork.tsx';
import type { ApplicantPanel } from './panels.ts';
import { type Applicant, applicantQuery } from './queries.ts';

type Props = {
  id: string;
  /** The company that an administrator chose. Undefined for the user's own company. */
  companyId?: string | undefined;
  /** The current page of the list. The user can step through it without closing the drawer. */
  applicants: readonly Applicant[];
  pagePosition: PagePosition;
  /** The list in the URL of the applicant's own page. */
  pageSearch: ApplicantPageSearch;
  mayEdit: boolean;
  isTagging: boolean;
  /** The open panel. If `onPanelChange` is missing, this is only the initial panel. */
  panel?: ApplicantPanel | undefined;
  onPanelChange?: (panel: ApplicantPanel | undefined) => void;
  onSelect: (id: string) => void;
  onClose: () => void;
};

/** Shows one applicant next to the list. Links in emails open it. `j` and `k` move to the next and the previous applicant. */
export function ApplicantDrawer({
  id,
  companyId,
  applicants,
  pagePosition,
  pageSearch,
  mayEdit,
  isTagging,
  panel,
  onPanelChange,
  onSelect,
  onClose,
}: Props) {
  const { data, error, isFetching, refetch } = useQuery({
    ...applicantQuery(id),
    placeholderData: applicants.find((row) => row.id === id),
  });
  const [ownPanel, setOwnPanel] = useState<ApplicantPanel | undefined>(panel);
  const openedPanel = onPanelChange ? panel : ownPanel;
  const openPanel = onPanelChange ?? setOwnPanel;
  const mayEditApplicant = mayEdit && data?.stage !== 'withdrawn';
  return (
    <Drawer
      opened
      onClose={() => {
        if (!hasDialogAbove()) onClose();
      }}
      position="right"
      size="70rem"
      title={
        <Text span fw={650} size="lg">
          {data ? fullName(data) : t('applicants.applicant')}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Group mb="sm" gap="xs" justify="space-between">
        <ApplicantSteps
          id={id}
          applicants={applicants}
          pagePosition={pagePosition}
          isInDrawer
          onSelect={(applicant) => onSelect(applicant.id)}
        />
        {/* Above the applicant, whose parts load one after another and would move the link. */}
        <FullPageLink id={id} search={pageSearch} />
      </Group>
      {data ? (
        <Grid gap="xl" key={data.id}>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack gap="md">
              <ApplicantHeader applicant={data} companyId={companyId} mayEdit={mayEditApplicant} />
              <OtherApplications applicantId={data.id} onSelect={onSelect} />
              <ApplicantPanels
                applicant={data}
                companyId={companyId}
                mayEdit={mayEditApplicant}
                panel={openedPanel}
                onPanelChange={openPanel}
              />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack gap="lg">
              <ApplicantDetail jobId={data.job.id} applicant={data} mayEdit={mayEditApplicant} isTagging={isTagging} />
              <ApplicantFit applicant={data} mayEdit={mayEditApplicant} />
            </Stack>
          </Grid.Col>
        </Grid>
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

/** Escape closes the dialog on top, such as a form in the drawer, and also reaches the drawer. */
const hasDialogAbove = (): boolean => document.querySelectorAll('[role="dialog"]').length > 1;

function FullPageLink({ id, search }: { id: string; search: ApplicantPageSearch }) {
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/company/applicants/$id" params={{ id }} search={search} />}>
      {t('applicants.openFullPage')}
    </Anchor>
  );
}
