/**
 * The stages of an application on its way from new to hired (`docs/product/applicants-and-matching.md#stages`), and what
 * the driver sees of them.
 */
import * as z from 'zod/mini';
import { codes, type Entry } from '#shared/catalogues.ts';
import { idField, lineField } from '#shared/fields.ts';
import { text, type Text } from '#shared/texts/texts.ts';

const entries = <const Code extends string>(...list: Entry<Code>[]) => list;

/** All stages in their usual order. A company can rename and reorder those in {@link middleStages}. */
export const stages = entries(
  { code: 'new', label: text('hiring.stageNew') },
  { code: 'reviewed', label: text('hiring.stageReviewed') },
  { code: 'contacted', label: text('hiring.stageContacted') },
  { code: 'interview', label: text('common.interview') },
  { code: 'offer', label: text('hiring.stageOffer') },
  { code: 'hired', label: text('common.hired') },
  { code: 'not_a_fit', label: text('common.notAFit') },
  { code: 'withdrawn', label: text('hiring.stageWithdrawn') },
);
export type Stage = (typeof stages)[number]['code'];

export const middleStages = ['reviewed', 'contacted', 'interview', 'offer'] as const satisfies readonly Stage[];
export type MiddleStage = (typeof middleStages)[number];

/** The stages that a company can move an application to. Only the driver withdraws. */
export const assignableStages = stages.map(({ code }) => code).filter((code) => code !== 'withdrawn');
export type AssignableStage = Exclude<Stage, 'withdrawn'>;

/** Why an applicant is not a fit. None of the reasons is about age, health, origin or a criminal record. */
export const notAFitReasons = entries(
  { code: 'experience', label: text('hiring.reasonExperience') },
  { code: 'license', label: text('hiring.reasonLicense') },
  { code: 'endorsements', label: text('hiring.reasonEndorsements') },
  { code: 'distance', label: text('hiring.reasonDistance') },
  { code: 'schedule', label: text('hiring.reasonSchedule') },
  { code: 'pay', label: text('hiring.reasonPay') },
  { code: 'no_response', label: text('hiring.reasonNoResponse') },
  { code: 'position_filled', label: text('hiring.reasonPositionFilled') },
  { code: 'other', label: text('common.other') },
);
export type NotAFitReason = (typeof notAFitReasons)[number]['code'];

/** Why a driver withdraws an application. */
export const withdrawReasons = entries(
  { code: 'found_job', label: text('driver.withdrawFoundJob') },
  { code: 'pay', label: text('common.pay') },
  { code: 'home_time', label: text('common.homeTime') },
  { code: 'location', label: text('common.location') },
  { code: 'not_interested', label: text('driver.withdrawNotInterested') },
  { code: 'other', label: text('common.other') },
);
export type WithdrawReason = (typeof withdrawReasons)[number]['code'];

/** Where a driver found the job. */
export const applicationSources = entries(
  { code: 'search', label: text('hiring.sourceSearch') },
  { code: 'feed', label: text('hiring.sourceFeed') },
  { code: 'boost_email', label: text('hiring.sourceBoostEmail') },
  { code: 'invitation', label: text('common.invitation') },
  { code: 'share', label: text('hiring.sourceShare') },
  { code: 'direct', label: text('hiring.sourceDirect') },
);
export type ApplicationSource = (typeof applicationSources)[number]['code'];

/** A company's stages with its own names and order. `name` is null for a stage with its default name. */
export const stageSettingsSchema = z.object({
  stages: z.array(z.object({ stage: z.enum(codes(stages)), name: z.nullable(z.string()) })),
  /** Whether the company notifies drivers who were not selected. */
  tellsNotSelected: z.boolean(),
});
export type StageSettings = z.infer<typeof stageSettingsSchema>;

/**
 * Whether a message to the driver can also move the application to Contacted: it is New or Reviewed, and Contacted comes later in
 * the company's order.
 */
export function canMoveToContacted({ stages: order }: Pick<StageSettings, 'stages'>, stage: Stage): boolean {
  const position = (one: Stage) => order.findIndex((setting) => setting.stage === one);
  return (stage === 'new' || stage === 'reviewed') && position(stage) < position('contacted');
}

export const stageSettingsInput = z.object({ companyId: z.optional(idField) });

const maxStageName = 30;

export const updateStageSettingsSchema = z.object({
  companyId: z.optional(idField),
  /** All middle stages in the company's order. An empty name or null means the usual name. */
  stages: z
    .array(
      z.object({
        stage: z.enum(middleStages),
        name: z.nullish(z.union([z.literal(''), lineField(1, maxStageName)])),
      }),
    )
    .check(
      z.refine(
        (list) => new Set(list.map(({ stage }) => stage)).size === middleStages.length && list.length === middleStages.length,
        {
          message: 'hiring.nameEveryStageOnce',
        },
      ),
    ),
  tellsNotSelected: z.boolean(),
});
export type UpdateStageSettings = z.infer<typeof updateStageSettingsSchema>;

/** The name of a stage at a company. */
export function stageLabel({ stages: list }: Pick<StageSettings, 'stages'>, stage: Stage): Text | string {
  const name = list.find((entry) => entry.stage === stage)?.name;
  return name ?? stages.find(({ code }) => code === stage)?.label ?? stage;
}

/** What a driver sees of an application: softer than the company's stages, and never a reason. */
export const driverStatuses = entries(
  { code: 'sent', label: text('driver.sent') },
  { code: 'viewed', label: text('driver.viewed') },
  { code: 'in_review', label: text('driver.inReview') },
  { code: 'contacted', label: text('driver.contacted') },
  { code: 'interview', label: text('common.interview') },
  { code: 'final_steps', label: text('driver.finalSteps') },
  { code: 'hired', label: text('common.hired') },
  { code: 'not_selected', label: text('driver.notSelected') },
  { code: 'closed', label: text('common.jobClosed') },
  { code: 'withdrawn', label: text('common.withdrawn') },
);
export type DriverStatus = (typeof driverStatuses)[number]['code'];

/** What a status means for the driver, and what to do now. */
export const driverStatusExplanations: Readonly<Record<DriverStatus, Text>> = {
  sent: text('driver.sentExplained'),
  viewed: text('driver.viewedExplained'),
  in_review: text('driver.inReviewExplained'),
  contacted: text('driver.contactedExplained'),
  interview: text('driver.interviewExplained'),
  final_steps: text('driver.finalStepsExplained'),
  hired: text('driver.hiredExplained'),
  not_selected: text('driver.notSelectedExplained'),
  closed: text('driver.jobClosedExplained'),
  withdrawn: text('driver.withdrawnExplained'),
};

type Application = {
  stage: Stage;
  /** The stages that the application was in before, in any order. */
  pastStages: readonly Stage[];
  viewedAt: Date | null;
  withdrawnAt: Date | null;
  isJobPublic: boolean;
  /** When the driver got the email about `not_a_fit`. */
  toldNotSelectedAt: Date | null;
};

/** How long after the move to `not_a_fit` the driver is told, so that a mistaken move can be undone. */
export const notSelectedDelayDays = 3;
const notSelectedDelayMs = notSelectedDelayDays * 24 * 60 * 60 * 1000;
/** When a driver is told about a move to `not_a_fit` that happened at the given time. */
export const notSelectedTime = (movedAt: Date): Date => new Date(movedAt.getTime() + notSelectedDelayMs);

const statusByStage = {
  new: null,
  // Until told, the driver cannot tell the application from a reviewed one, also after the job has closed.
  not_a_fit: 'in_review',
  withdrawn: null,
  reviewed: 'in_review',
  contacted: 'contacted',
  interview: 'interview',
  offer: 'final_steps',
  hired: null,
} as const satisfies Record<Stage, DriverStatus | null>;

const statusOrder = codes(driverStatuses);

/**
 * The status that the driver sees (`docs/product/applicants-and-matching.md#what-the-driver-sees`). It is that of the furthest
 * stage, so that it does not move backward. A move to Hired that was undone does not count.
 */
export function driverStatusOf(application: Application): DriverStatus {
  const { stage, pastStages, viewedAt, withdrawnAt, isJobPublic, toldNotSelectedAt } = application;
  if (withdrawnAt || stage === 'withdrawn') return 'withdrawn';
  if (stage === 'hired') return 'hired';
  if (stage === 'not_a_fit' && toldNotSelectedAt) return 'not_selected';
  const reachedStatuses = [stage, ...pastStages].flatMap((reached) => statusByStage[reached] ?? []);
  const furthestStatus = statusOrder.findLast((status) => reachedStatuses.some((reached) => reached === status));
  if (furthestStatus) return furthestStatus;
  if (!isJobPublic) return 'closed';
  return viewedAt ? 'viewed' : 'sent';
}

/**
 * The status that a driver is told about in the app when the application moves to a stage: Hired, and Interview unless the
 * application got as far before. `earlierStages` are those since the application was sent, in any order.
 */
export function statusToTell(to: AssignableStage, earlierStages: readonly Stage[]): 'interview' | 'hired' | null {
  if (to === 'hired') return 'hired';
  const hasReachedInterview = earlierStages.some((stage) => stage === 'interview' || stage === 'offer');
  return to === 'interview' && !hasReachedInterview ? 'interview' : null;
}

/** A driver can withdraw an application until being hired (`docs/product/drivers.md#withdrawing`). */
export const canWithdraw = (status: DriverStatus): boolean => status !== 'hired' && status !== 'withdrawn';

const reasonField = z.nullish(z.enum(codes(notAFitReasons)));
export const moveStageSchema = z
  .object({
    applicantId: idField,
    stage: z.enum(assignableStages),
    /** Required for `not_a_fit`. */
    reason: reasonField,
    /** The stage that the caller saw. If another person has moved the applicant since, the call is refused. */
    from: z.optional(z.enum(codes(stages))),
  })
  .check(
    z.refine(({ stage, reason }) => (stage === 'not_a_fit') === Boolean(reason), {
      message: 'hiring.chooseReason',
      path: ['reason'],
    }),
  );
export type MoveStage = z.infer<typeof moveStageSchema>;

/**
 * Filters, order and columns of a saved view, as in the list's address. They are stored unchanged, because the list checks
 * them when it is opened.
 */
const savedSearchSchema = z
  .record(z.string().check(z.maxLength(64)), z.unknown())
  .check(z.refine((search) => JSON.stringify(search).length <= 4000, 'hiring.viewTooLarge'));
export type SavedSearch = z.infer<typeof savedSearchSchema>;

export const savedViewSchema = z.object({ id: z.string(), name: z.string(), search: savedSearchSchema });
export type SavedView = z.infer<typeof savedViewSchema>;
export const savedViewsSchema = z.array(savedViewSchema);

export const savedViewsInput = z.object({ companyId: z.optional(idField) });

/** Saves a view. A view of the same name is replaced. */
export const saveViewSchema = z.object({
  companyId: z.optional(idField),
  name: lineField(1, 60, 'errors.viewNameRequired'),
  search: savedSearchSchema,
});
export type SaveView = z.infer<typeof saveViewSchema>;

export const deleteViewSchema = z.object({ id: idField });
