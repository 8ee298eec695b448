import { Badge, Button, Group, Paper, ScrollArea, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import type { ChosenStage, NotAFitReason, Stage } from '#shared/applicants/stages.ts';
import { fullName, number, percent } from '#shared/format.ts';
import { t } from '#web/texts/app.ts';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { ErrorState } from '#web/ui/States.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { NotAFitDialog, StageMenu, stageText } from './StageMenu.tsx';
import { boardColumnQuery, stageCountsQuery, stagesQuery, useMoveStage, type Applicant } from './queries.ts';

const pageSize = 25;
const dragType = 'application/x-applicant';

type DraggedApplicant = { id: string; from: Stage; name: string };
type Props = { search: GridSearch; companyId: string | undefined; mayEdit: boolean; onOpen: (id: string) => void };

/** The applicants in one column per stage. Cards are moved by drag and drop, or by the menu on each card. */
export function ApplicantsBoard({ search, companyId, mayEdit, onOpen }: Props) {
  const { data: settings, error, refetch, isFetching } = useQuery(stagesQuery(companyId));
  const { data: counts } = useQuery(stageCountsQuery(search, companyId));
  const move = useMoveStage();
  const [refused, setRefused] = useState<DraggedApplicant | null>(null);
  const drop = ({ id, from, name }: DraggedApplicant, stage: Stage) => {
    if (from === stage || stage === 'withdrawn') return;
    if (stage === 'not_a_fit') setRefused({ id, from, name });
    else move.mutate({ applicantId: id, stage, from });
  };
  const refuse = (reason: NotAFitReason) => {
    if (refused) move.mutate({ applicantId: refused.id, stage: 'not_a_fit' satisfies ChosenStage, reason, from: refused.from });
    setRefused(null);
  };
  if (error && !settings) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return (
    <ScrollArea type="auto" offsetScrollbars="x">
      <Group align="flex-start" wrap="nowrap" gap="md" pb="sm">
        {(settings?.stages ?? []).map(({ stage }) => (
          <Column
            key={stage}
            stage={stage}
            title={stageText(settings, stage)}
            count={counts?.stages.find((one) => one.stage === stage)?.applicants}
            search={search}
            companyId={companyId}
            mayEdit={mayEdit}
            onOpen={onOpen}
            onDrop={drop}
          />
        ))}
      </Group>
      {refused ? (
        <NotAFitDialog
          title={t('hiring.whyIsNameNotAFit', { name: refused.name })}
          onClose={() => setRefused(null)}
          onChoose={refuse}
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

function Column({ stage, title, count, search, companyId, mayEdit, onOpen, onDrop }: ColumnProps) {
  const [limit, setLimit] = useState(pageSize);
  const [isOver, setIsOver] = useState(false);
  const { data, isFetching } = useQuery(boardColumnQuery(search, companyId, stage, limit));
  const isTarget = mayEdit && stage !== 'withdrawn';
  const over = (event: DragEvent) => {
    if (!isTarget || !event.dataTransfer.types.includes(dragType)) return;
    event.preventDefault();
    setIsOver(true);
  };
  const dropped = (event: DragEvent) => {
    setIsOver(false);
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
      bg={isOver ? 'var(--mantine-color-default-hover)' : undefined}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={dropped}
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
        {data ? null : <Skeleton h="5rem" />}
        {data?.items.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('hiring.nobodyInStage')}
          </Text>
        ) : null}
        {data?.items.map((applicant) => (
          <Card key={applicant.id} applicant={applicant} companyId={companyId} mayEdit={mayEdit} onOpen={onOpen} />
        ))}
        {data && data.pagination.total > data.items.length && limit < 100 ? (
          <Button variant="subtle" size="xs" loading={isFetching} onClick={() => setLimit(limit + pageSize)}>
            {t('hiring.showMore')}
          </Button>
        ) : null}
      </Stack>
    </Paper>
  );
}

type CardProps = Pick<Props, 'companyId' | 'mayEdit' | 'onOpen'> & { applicant: Applicant };

function Card({ applicant, companyId, mayEdit, onOpen }: CardProps) {
  const { id, stage, job, matchScore, applicationAt } = applicant;
  const name = fullName(applicant);
  const canMove = mayEdit && stage !== 'withdrawn';
  const start = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData(dragType, JSON.stringify({ id, from: stage, name } satisfies DraggedApplicant));
  };
  return (
    <Paper component="article" withBorder shadow="xs" p="xs" draggable={canMove} onDragStart={start}>
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
      </UnstyledButton>
      {canMove ? (
        <Group mt={6}>
          <StageMenu applicant={applicant} companyId={companyId} size="compact-xs" />
        </Group>
      ) : null}
    </Paper>
  );
}
