import { Badge, Button, Group, Paper, ScrollArea, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import type { AssignableStage, NotAFitReason, Stage } from '#shared/applicants/stages.ts';
import { fullName } from '#shared/format.ts';
import { number, percent } from '#web/browser/format.ts';
import { t } from '#web/texts/app.ts';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { ErrorState } from '#web/ui/States.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { type Applicant, type ApplicantSource, stageCountsQuery, stagesQuery, useMoveStage } from './queries.ts';
import { FlaggedBadge } from './ScreeningAnswers.tsx';
import { NotAFitDialog, StageMenu, stageText } from './StageMenu.tsx';
import { type BoardPages, useBoardColumn } from './use-board.ts';

const dragType = 'application/x-applicant';

type DraggedApplicant = { id: string; from: Stage; name: string };
type Props = {
  source: ApplicantSource;
  search: GridSearch;
  mayEdit: boolean;
  pages: BoardPages;
  onOpen: (id: string, stage: Stage) => void;
};

/** The applicants in one column per stage. Cards are moved by drag and drop, or by the menu on each card. */
export function ApplicantsBoard({ source, search, mayEdit, pages, onOpen }: Props) {
  const { companyId } = source;
  const { data: settings, error, refetch, isFetching } = useQuery(stagesQuery(companyId));
  const { data: counts } = useQuery(stageCountsQuery(source, search));
  const move = useMoveStage();
  const [notAFitApplicant, setNotAFitApplicant] = useState<DraggedApplicant | null>(null);
  const moveApplicant = ({ id, from, name }: DraggedApplicant, stage: Stage) => {
    if (from === stage || stage === 'withdrawn') return;
    if (stage === 'not_a_fit') setNotAFitApplicant({ id, from, name });
    else move.mutate({ applicantId: id, stage, from });
  };
  const markNotAFit = (reason: NotAFitReason) => {
    if (notAFitApplicant)
      move.mutate({
        applicantId: notAFitApplicant.id,
        stage: 'not_a_fit' satisfies AssignableStage,
        reason,
        from: notAFitApplicant.from,
      });
    setNotAFitApplicant(null);
  };
  if (error && !settings) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return (
    <ScrollArea type="auto" offsetScrollbars="x" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('hiring.board') }}>
      <Group align="flex-start" wrap="nowrap" gap="md" pb="sm">
        {(settings?.stages ?? []).map(({ stage }) => (
          <Column
            key={stage}
            stage={stage}
            title={stageText(settings, stage)}
            count={counts?.stages.find((one) => one.stage === stage)?.applicants}
            source={source}
            search={search}
            mayEdit={mayEdit}
            pages={pages}
            onOpen={onOpen}
            onDrop={moveApplicant}
          />
        ))}
      </Group>
      {notAFitApplicant ? (
        <NotAFitDialog
          companyId={companyId}
          title={t('hiring.notAFitTitle', { name: notAFitApplicant.name })}
          onClose={() => setNotAFitApplicant(null)}
          onChoose={markNotAFit}
        />
      ) : null}
    </ScrollArea>
  );
}

type ColumnProps = Props & {
  stage: Stage;
  title: string;
  count: number | undefined;
  onDrop: (dragged: DraggedApplicant, stage: Stage) => void;
};

function Column({ stage, title, count, source, search, mayEdit, pages, onOpen, onDrop }: ColumnProps) {
  const { companyId } = source;
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const { items, total, isFetching, error, refetch } = useBoardColumn(source, search, stage, pages.getCount(stage));
  const isTarget = mayEdit && stage !== 'withdrawn';
  const onDragOver = (event: DragEvent) => {
    if (!isTarget || !event.dataTransfer.types.includes(dragType)) return;
    event.preventDefault();
    setIsDraggedOver(true);
  };
  const handleDrop = (event: DragEvent) => {
    setIsDraggedOver(false);
    const text = event.dataTransfer.getData(dragType);
    if (isTarget && text) onDrop(JSON.parse(text) as DraggedApplicant, stage);
  };
  return (
    <Paper
      component="section"
      aria-label={title}
      withBorder
      p="sm"
      w="16rem"
      miw="16rem"
      bg={isDraggedOver ? 'var(--mantine-color-default-hover)' : undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={handleDrop}
    >
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Text component="h2" fw={650} size="sm">
          {title}
        </Text>
        <Badge variant="default" tt="none" className="tabular">
          {count === undefined ? '…' : number(count)}
        </Badge>
      </Group>
      <Stack gap="xs">
        {error && total === undefined ? <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} /> : null}
        {error || total !== undefined ? null : <Skeleton h="5rem" />}
        {total === 0 ? (
          <Text size="sm" c="dimmed">
            {t('hiring.nobodyInStage')}
          </Text>
        ) : null}
        {items.map((applicant) => (
          <Card
            key={applicant.id}
            applicant={applicant}
            companyId={companyId}
            mayEdit={mayEdit}
            onOpen={(id) => onOpen(id, stage)}
          />
        ))}
        {total !== undefined && total > items.length ? (
          <Button variant="subtle" size="xs" loading={isFetching} onClick={() => pages.addPage(stage)}>
            {t('hiring.showMore')}
          </Button>
        ) : null}
      </Stack>
    </Paper>
  );
}

type CardProps = Pick<Props, 'mayEdit'> & {
  applicant: Applicant;
  companyId: string | undefined;
  onOpen: (id: string) => void;
};

function Card({ applicant, companyId, mayEdit, onOpen }: CardProps) {
  const { id, stage, job, matchScore, applicationAt } = applicant;
  const name = fullName(applicant);
  const canMove = mayEdit && stage !== 'withdrawn';
  const startDrag = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData(dragType, JSON.stringify({ id, from: stage, name } satisfies DraggedApplicant));
  };
  return (
    <Paper component="article" withBorder shadow="xs" p="xs" draggable={canMove} onDragStart={startDrag}>
      <UnstyledButton onClick={() => onOpen(id)} w="100%">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {job.title}
        </Text>
        <Text size="xs" c="dimmed">
          <DateText value={applicationAt} />
          {matchScore === null ? '' : ` · ${t('hiring.matchPercent', { percent: percent(matchScore) })}`}
        </Text>
        {applicant.isFlagged ? <FlaggedBadge /> : null}
      </UnstyledButton>
      {canMove ? (
        <Group mt={6}>
          <StageMenu applicant={applicant} companyId={companyId} size="compact-xs" />
        </Group>
      ) : null}
    </Paper>
  );
}
