import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { codes } from '#shared/catalogues.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { cityState, money, number } from '#shared/format.ts';
import { type MiddleStage, type Stage, stages, type StageSettings } from '#shared/applicants/stages.ts';
import { t } from '#web/texts/app.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import type { GridFilter } from '#web/ui/grid/grid-state.ts';
import { stageText } from './StageMenu.tsx';
import type { HiringReport, HiringReportJob } from './queries.ts';

type At = { report: HiringReport | undefined; settings: StageSettings | undefined; companyId: string | undefined };

/** The columns of the report by job. A number links to the applicants that it counts, if the list can be filtered so. */
export function reportColumns({ report, settings, companyId }: At): GridColumn<HiringReportJob>[] {
  const nameOf = (stage: Stage) => stageText(settings, stage);
  const listOf = ({ id }: HiringReportJob, inStages: readonly Stage[]): GridFilter[] => [
    ['job', 'in', [id]],
    ['stage', 'in', [...inStages]],
    ...(report ? ([['application_at', 'between', [report.from, report.to]]] satisfies GridFilter[]) : []),
  ];
  const linked = (
    id: string,
    header: string,
    inStages: readonly Stage[],
    valueOf: (row: HiringReportJob) => number,
  ): GridColumn<HiringReportJob> => ({
    id,
    header,
    isSortable: true,
    isShort: true,
    align: 'right',
    cell: (row) =>
      valueOf(row) === 0 ? (
        '0'
      ) : (
        <Anchor
          size="sm"
          className="tabular"
          renderRoot={(props) => (
            <Link {...props} to="/company/applicants" search={{ filters: listOf(row, inStages), company: companyId }} />
          )}
        >
          {number(valueOf(row))}
        </Anchor>
      ),
  });
  const plain = (
    id: string,
    header: string,
    textOf: (row: HiringReportJob) => string,
    isExtra = false,
  ): GridColumn<HiringReportJob> => ({
    id,
    header,
    isSortable: true,
    isShort: true,
    align: 'right',
    ...(isExtra && extra),
    cell: textOf,
  });
  const reached = (stage: MiddleStage) => plain(stage, nameOf(stage), (row) => number(row[stage]));
  const middle = (settings?.stages ?? []).flatMap(({ stage }) => (isMiddle(stage) ? [reached(stage)] : []));
  return [
    {
      id: 'title',
      header: t('common.job'),
      isSortable: true,
      isWide: true,
      onCard: 'title',
      cell: (row) => [row.title, cityState(row)].filter(Boolean).join(', '),
    },
    linked('applicants', t('common.applicants'), codes(stages), ({ applicants }) => applicants),
    ...middle,
    linked('hires', nameOf('hired'), ['hired'], ({ hires }) => hires),
    linked('not_a_fit', nameOf('not_a_fit'), ['not_a_fit'], ({ notAFit }) => notAFit),
    { ...linked('withdrawn', nameOf('withdrawn'), ['withdrawn'], ({ withdrawn }) => withdrawn), ...extra },
    plain('median_response_hours', t('reports.medianResponseHours'), (row) => hoursText(row.medianResponseHours), true),
    plain('slow_response_hours', t('reports.slowResponseHours'), (row) => hoursText(row.slowResponseHours), true),
    plain('unanswered', t('reports.unanswered'), ({ unanswered }) => number(unanswered), true),
    plain('cost_cents', t('reports.cost'), ({ costCents }) => dollars(costCents)),
    plain('cost_per_applicant_cents', t('reports.perApplicant'), (row) => dollars(row.costPerApplicantCents)),
    plain('cost_per_hire_cents', t('reports.perHire'), (row) => dollars(row.costPerHireCents)),
  ];
}

/** Shown in the table when chosen. */
const extra = { isExtra: true, onCard: 'hidden' } as const;

const isMiddle = (stage: Stage): stage is MiddleStage =>
  stage === 'reviewed' || stage === 'contacted' || stage === 'interview' || stage === 'offer';
const hoursText = (hours: number | null) => (hours === null ? '-' : number(hours));

/** An amount of the report, or a dash if there is none. */
export const dollars = (cents: number | null) => (cents === null ? '-' : money(toDollars(cents)));
