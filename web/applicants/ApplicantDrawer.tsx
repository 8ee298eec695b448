import { ActionIcon, Anchor, Drawer, Grid, Group, Skeleton, Stack, Text, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Ref, useRef, useState } from 'react';
import { fullName, listTotal, number } from '#shared/format.ts';
import { t } from '#web/texts/app.ts';
import { ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { ApplicantDetail } from './ApplicantDetail.tsx';
import { ApplicantPanels } from './ApplicantPanels.tsx';
import { ApplicantFit, ApplicantHeader, OtherApplications } from './ApplicantWork.tsx';
import type { ApplicantPanel } from './panels.ts';
import { type Applicant, applicantQuery } from './queries.ts';

type Props = {
  id: string;
  /** The company that an administrator chose. Undefined for the user's own company. */
  companyId?: string | undefined;
  /** The current page of the list. The user can step through it without closing the drawer. */
  applicants: readonly Applicant[];
  /** The position of the page in the whole list, and a function that opens the next or previous page. */
  pagePosition?: { start: number; total: number; openAdjacentPage: (offset: 1 | -1) => Promise<void> } | undefined;
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
  mayEdit,
  isTagging,
  panel,
  onPanelChange,
  onSelect,
  onClose,
}: Props) {
  const indexInPage = applicants.findIndex((row) => row.id === id);
  /** A change can remove the open applicant from a filtered list. The next applicant then has the same index. */
  const [lastIndex, setLastIndex] = useState(indexInPage);
  if (indexInPage >= 0 && indexInPage !== lastIndex) setLastIndex(indexInPage);
  const index = indexInPage < 0 ? lastIndex : indexInPage;
  const nextIndex = indexInPage < 0 ? index : index + 1;
  const { data, error, isFetching, refetch } = useQuery({ ...applicantQuery(id), placeholderData: applicants[indexInPage] });
  const [ownPanel, setOwnPanel] = useState<ApplicantPanel | undefined>(panel);
  const openedPanel = onPanelChange ? panel : ownPanel;
  const openPanel = onPanelChange ?? setOwnPanel;
  const previousButton = useRef<HTMLButtonElement>(null);
  const nextButton = useRef<HTMLButtonElement>(null);
  const start = pagePosition?.start ?? 0;
  const total = pagePosition?.total ?? applicants.length;
  const moveBy = (offset: 1 | -1) => {
    if (index < 0) return;
    const targetIndex = offset > 0 ? nextIndex : index - 1;
    const row = applicants[targetIndex];
    (offset > 0 ? nextButton : previousButton).current?.focus();
    if (row) onSelect(row.id);
    else if (start + targetIndex >= 0 && start + targetIndex < total) void pagePosition?.openAdjacentPage(offset);
  };
  useHotkeys([
    ['j', () => moveBy(1)],
    ['k', () => moveBy(-1)],
  ]);
  const mayEditApplicant = mayEdit && data?.stage !== 'withdrawn';
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="70rem"
      title={
        <Text span fw={650} size="lg">
          {data ? fullName(data) : t('applicants.applicant')}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {index < 0 ? null : (
        <Group gap="xs" mb="sm">
          <StepButton
            ref={previousButton}
            label={t('applicants.previousApplicant')}
            hotkey="k"
            isDisabled={start + index === 0}
            onStep={() => moveBy(-1)}
          />
          <StepButton
            ref={nextButton}
            label={t('applicants.nextApplicant')}
            hotkey="j"
            isDisabled={start + nextIndex >= total}
            onStep={() => moveBy(1)}
          />
          <Text size="sm" c="dimmed" className="tabular">
            {indexInPage < 0
              ? t('hiring.noLongerInList')
              : t('hiring.applicantOfTotal', { at: number(start + index + 1), total: listTotal(total) })}
          </Text>
        </Group>
      )}
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
              <FullPageLink id={data.id} />
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

function FullPageLink({ id }: { id: string }) {
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/company/applicants/$id" params={{ id }} />}>
      {t('applicants.openFullPage')}
    </Anchor>
  );
}

type StepProps = {
  ref: Ref<HTMLButtonElement>;
  label: string;
  hotkey: string;
  /** A disabled button keeps the focus at the first and last applicant. */
  isDisabled: boolean;
  onStep: () => void;
};

function StepButton({ ref, label, hotkey, isDisabled, onStep }: StepProps) {
  const Icon = hotkey === 'j' ? IconChevronDown : IconChevronUp;
  return (
    <Tooltip label={`${label} (${hotkey})`}>
      <ActionIcon
        ref={ref}
        variant="default"
        aria-label={label}
        aria-disabled={isDisabled || undefined}
        data-disabled={isDisabled || undefined}
        onClick={onStep}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
