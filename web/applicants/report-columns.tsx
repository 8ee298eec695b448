import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { periodInstants } from '#shared/applicants/report.ts';
import { type MiddleStage, type Stage, stages, type StageSettings } from '#shared/applicants/stages.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { codes } from '#shared/catalogues.ts';
import { titleWithPlace } from '#shared/jobs/title-with-place.ts';
import { money, number } from '#web/browser/format.ts';
import { t } from '#web/texts/app.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import type { GridFilter } from '#web/ui/grid/grid-state.ts';
import type { HiringReport, HiringReportJob } from './queries.ts';
import { stageText } from './StageMenu.tsx';

type ReportColumnsInput = {
  report: HiringReport | undefined;
  settings: StageSettings | undefined;
  companyId: string | undefined;
};

/** The columns of the report by job. A number links to the applicants it counts if the applicant list has such a filter. */
export function reportColumns({ report, settings, companyId }: ReportColumnsInput): GridColumn<HiringReportJob>[] {
  const getStageName = (stage: Stage) => stageText(settings, stage);
  const toListFilters = ({ id }: HiringReportJob, inStages: readonly Stage[]): GridFilter[] => [
    ['job', 'in', [id]],
    ['stage', 'in', [...inStages]],
    ...(report ? ([['application_at', 'between', periodInstants(report, report.timeZone)]] satisfies GridFilter[]) : []),
  ];
  const linkedColumn = (
    id: string,
    header: string,
    inStages: readonly Stage[],
    getValue: (row: HiringReportJob) => number,
  ): GridColumn<HiringReportJob> => ({
    id,
    header,
    isSortable: true,
    isShort: true,
    align: 'right',
    cell: (row) =>
      getValue(row) === 0 ? (
        '0'
      ) : (
        <Anchor
          size="sm"
          className="tabular"
          renderRoot={(props) => (
            <Link {...props} to="/company/applicants" search={{ filters: toListFilters(row, inStages), company: companyId }} />
          )}
        >
          {number(getValue(row))}
        </Anchor>
      ),
  });
  const plainColumn = (
    id: string,
    header: string,
    getText: (row: HiringReportJob) => string,
    isExtra = false,
  ): GridColumn<HiringReportJob> => ({
    id,
    header,
    isSortable: true,
    isShort: true,
    align: 'right',
    ...(isExtra && extraLayout),
    cell: getText,
  });
  const stageColumn = (stage: MiddleStage) => plainColumn(stage, getStageName(stage), (row) => number(row[stage]));
  const middleStageColumns = (settings?.stages ?? []).flatMap(({ stage }) => (isMiddle(stage) ? [stageColumn(stage)] : []));
  return [
    {
      id: 'title',
      header: t('common.job'),
      isSortable: true,
      isWide: true,
      cardRole: 'title',
      cell: (row) => titleWithPlace(row),
    },
    linkedColumn('applicants', t('common.applicants'), codes(stages), ({ applicants }) => applicants),
    ...middleStageColumns,
    linkedColumn('hires', getStageName('hired'), ['hired'], ({ hires }) => hires),
    linkedColumn('not_a_fit', getStageName('not_a_fit'), ['not_a_fit'], ({ notAFit }) => notAFit),
    { ...linkedColumn('withdrawn', getStageName('withdrawn'), ['withdrawn'], ({ withdrawn }) => withdrawn), ...extraLayout },
    plainColumn('median_response_hours', t('reports.medianResponseHours'), (row) => hoursText(row.medianResponseHours), true),
    plainColumn('slow_response_hours', t('reports.slowResponseHours'), (row) => hoursText(row.slowResponseHours), true),
    plainColumn('unanswered', t('reports.unanswered'), ({ unanswered }) => number(unanswered), true),
    plainColumn('cost_cents', t('common.cost'), ({ costCents }) => dollarsText(costCents)),
    plainColumn('cost_per_applicant_cents', t('reports.perApplicant'), (row) => dollarsText(row.costPerApplicantCents)),
    plainColumn('cost_per_hire_cents', t('reports.perHire'), (row) => dollarsText(row.costPerHireCents)),
  ];
}

/** A column that is hidden until the user chooses it. */
const extraLayout = { isExtra: true, cardRole: 'hidden' } as const;

const isMiddle = (stage: Stage): stage is MiddleStage =>
  stage === 'reviewed' || stage === 'contacted' || stage === 'interview' || stage === 'offer';
const hoursText = (hours: number | null) => (hours === null ? '-' : number(hours));

/** An amount of the report, or a dash if there is none. */
export const dollarsText = (cents: number | null) => (cents === null ? '-' : money(toDollars(cents)));
