import { Anchor, Badge, Group, Button, Fieldset, Rating, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import {
  applicantFields,
  type ApplicantFieldName,
  applicantText,
  notAnsweredText as missingText,
} from '#shared/drivers/applicant-fields.ts';
import { maxStars } from '#shared/drivers/applicant.ts';
import * as format from '#shared/format.ts';
import { titleWithPlace } from '#shared/jobs/title-with-place.ts';
import { yesOrNo } from '#shared/resource.ts';
import { t, writeText } from '#web/texts/app.ts';
import { toGridColumn, type FilterOption, type GridColumn } from '#web/ui/grid/columns.ts';
import { useShortcuts } from '#web/ui/shortcuts.ts';
import { EmailText, PhoneLink, DateText } from '#web/ui/Values.tsx';
import { type Applicant, useRate, type Colleague, type StageSettings } from './queries.ts';
import { FlaggedBadge } from './ScreeningAnswers.tsx';
import { StageMenu, stageText } from './StageMenu.tsx';

type RatingProps = { jobId: string; applicant: Applicant; mayEdit: boolean };

/** The company's rating of an applicant, which the driver never sees. */
export function ApplicantRating({ jobId, applicant, mayEdit }: RatingProps) {
  const name = useId();
  const { mutate: rate } = useRate(jobId);
  const { rating } = applicant;
  if (!mayEdit) return rating === null ? t('applicants.notRated') : <Stars rating={rating} />;
  return (
    <Fieldset variant="unstyled" aria-label={t('applicants.ratingForApplicant', { applicant: format.fullName(applicant) })}>
      <Group gap="xs">
        <Rating
          // The same applicant may be on the screen twice, and radio buttons with the same name would be one group.
          name={name}
          value={rating ?? 0}
          onChange={(stars) => rate({ applicant, rating: stars })}
          count={maxStars}
          getSymbolLabel={(stars) => (stars === 0 ? t('applicants.notRated') : t('labels.stars', { count: stars }))}
        />
        {rating === null ? null : (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => rate({ applicant, rating: null })}>
            {t('applicants.clearRating')}
          </Button>
        )}
      </Group>
    </Fieldset>
  );
}

/** Stars for display only. */
function Stars({ rating }: { rating: number | null }) {
  if (rating === null) return '-';
  return (
    <span title={t('applicants.ratingOfMaxStars', { rating, maxStars })}>
      <Rating value={rating} count={maxStars} readOnly size="xs" aria-hidden />
      <VisuallyHidden>{t('applicants.ratingOfMaxStars', { rating, maxStars })}</VisuallyHidden>
    </span>
  );
}

const missingLabel = writeText(missingText);

/**
 * The fields that are not shown as plain text. All other fields except the address need an entry in `layouts`, or the code does
 * not compile.
 */
type CustomColumn =
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'email'
  | 'applicationAt'
  | 'rating'
  | 'tags'
  | 'message'
  | 'isFlagged'
  | 'screeningAnswers'
  | 'job'
  | 'owner'
  | 'stage';
type AddressColumn = 'street1' | 'street2' | 'city' | 'state' | 'postalCode';
type TextField = Exclude<ApplicantFieldName, CustomColumn | AddressColumn>;
type Layout = Partial<Pick<GridColumn<Applicant>, 'isShort' | 'isExtra' | 'cardRole' | 'cell'>>;

const extraLayout: Layout = { isExtra: true, cardRole: 'hidden' };
const layouts: Record<TextField, Layout | null> = {
  matchScore: { isShort: true },
  distance: { isShort: true, cell: ({ distance }) => writeText(format.shortDistance(distance)) },
  yearsOfExperience: { isShort: true },
  cdlStatus: { isShort: true },
  workExperiences: { ...extraLayout, isShort: true },
  endorsements: { ...extraLayout, isShort: true },
  equipment: { ...extraLayout, isShort: true },
  shifts: { ...extraLayout, isShort: true },
  availableFrom: extraLayout,
  withinRange: extraLayout,
  source: extraLayout,
  ownerOperator: extraLayout,
  // The table leaves this field out. The details show it.
  isOver21: null,
};
export const textFields = Object.keys(layouts) as TextField[];

const textColumn = (field: TextField, layout: Layout): GridColumn<Applicant> => ({
  ...toGridColumn(field, applicantFields[field]),
  cell: (applicant) => applicantText(field, applicant[field], writeText, 2),
  ...layout,
});

const placeText = (applicant: Applicant) => format.cityState(applicant) || missingLabel;

/** The columns of every list of applicants. */
function commonColumns(tags: readonly FilterOption[]): GridColumn<Applicant>[] {
  return [
    {
      id: 'tag',
      header: t('common.tags'),
      filter: { kind: 'tag', options: tags },
      isEmpty: (applicant) => applicant.tags.length === 0,
      cell: (applicant) => <Tags applicant={applicant} />,
    },
    {
      id: 'is_flagged',
      header: t('screening.flaggedAnswers'),
      isShort: true,
      isExtra: true,
      cardRole: 'hidden',
      isSortable: true,
      filter: { kind: 'flag' },
      cell: ({ isFlagged }) => writeText(yesOrNo(isFlagged)),
    },
    {
      id: 'rating',
      header: t('common.rating'),
      isShort: true,
      isSortable: true,
      filter: { kind: 'number' },
      isEmpty: ({ rating }) => rating === null,
      cell: ({ rating }) => <Stars rating={rating} />,
    },
    {
      id: 'application_at',
      header: t('common.applied'),
      isSortable: true,
      filter: { kind: 'date', openRange: 'now' },
      cell: ({ applicationAt }) => <DateText value={applicationAt} />,
    },
    ...textFields.flatMap((field) => {
      const layout = layouts[field];
      return layout ? [textColumn(field, layout)] : [];
    }),
    {
      id: 'phone',
      header: t('common.phone'),
      isShort: true,
      cell: ({ phone }) => <PhoneLink digits={phone} missing={missingLabel} />,
    },
    {
      id: 'email',
      header: t('ui.email'),
      isExtra: true,
      isLong: true,
      cardRole: 'hidden',
      cell: ({ email }) => (email ? <EmailText email={email} isOnOneLine /> : missingLabel),
    },
    { id: 'place', header: t('common.home'), isShort: true, isExtra: true, cell: placeText },
  ];
}

type ColumnsInput = {
  settings: StageSettings | undefined;
  colleagues: readonly Colleague[];
  tags: readonly { text: string }[];
  companyId: string | undefined;
  mayEdit: boolean;
  /** Whether all applicants applied to the same job. If so, the job's column is left out, and the distance is shown. */
  isOneJob: boolean;
};

/** The columns that are hidden until the user chooses them. */
const extraColumnIds = {
  oneJob: new Set(['owner', 'email', 'years_of_experience']),
  allJobs: new Set(['tag', 'rating', 'distance', 'email', 'years_of_experience']),
} as const;

/**
 * The columns of a list of applicants. Each id is the API's field name, which sorting and filters use. On phones, the cards
 * leave some of them out, and the opened applicant shows them.
 */
export function applicantColumns({ settings, colleagues, tags, companyId, mayEdit, isOneJob }: ColumnsInput) {
  const stageOptions = (settings?.stages ?? []).map(({ stage }) => ({ value: stage, label: stageText(settings, stage) }));
  const ownerOptions = colleagues.map(({ id, name }) => ({ value: id, label: name }));
  const columns: GridColumn<Applicant>[] = [
    {
      id: 'applicant',
      header: t('applicants.applicant'),
      cardRole: 'title',
      isSortable: true,
      sortField: applicantFields.lastName.list.name,
      filter: { kind: 'text' },
      cell: (applicant) => (
        <Name applicant={applicant}>
          <Anchor
            fw={600}
            size="sm"
            {...{ [focusAttribute]: applicant.id }}
            renderRoot={(props) => (
              <Link {...props} to="." search={(before) => ({ ...before, applicant: applicant.id })} resetScroll={false} />
            )}
          >
            {format.fullName(applicant)}
          </Anchor>
        </Name>
      ),
    },
    {
      id: 'stage',
      header: writeText(applicantFields.stage.label),
      isSortable: true,
      isShort: true,
      filter: { kind: 'enum', options: stageOptions },
      cell: (applicant) =>
        mayEdit ? (
          <StageMenu applicant={applicant} companyId={companyId} size="compact-sm" />
        ) : (
          stageText(settings, applicant.stage)
        ),
    },
    {
      id: 'job',
      header: writeText(applicantFields.job.label),
      isWide: true,
      hasFilterControl: true,
      cell: ({ job }) => (
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/company/jobs/$id/detail" params={{ id: job.id }} />}>
          {titleWithPlace(job)}
        </Anchor>
      ),
    },
    {
      id: 'owner',
      header: writeText(applicantFields.owner.label),
      filter: { kind: 'tag', options: ownerOptions },
      isEmpty: ({ owner }) => owner === null,
      cell: ({ owner }) => owner?.name ?? '-',
    },
  ];
  const choices = tags.map(({ text }) => ({ value: text, label: text }));
  const extraIds: ReadonlySet<string> = isOneJob ? extraColumnIds.oneJob : extraColumnIds.allJobs;
  return [...columns, ...commonColumns(choices)]
    .filter(({ id }) => id !== 'job' || !isOneJob)
    .map((column) => (extraIds.has(column.id) ? { ...column, isExtra: true } : column));
}

/** The name, marked if a rule of the job flagged an answer. */
function Name({ applicant, children }: { applicant: Applicant; children: ReactNode }) {
  if (!applicant.isFlagged) return children;
  return (
    <Group gap="xs" component="span">
      {children}
      <FlaggedBadge />
    </Group>
  );
}

function Tags({ applicant: { tags } }: { applicant: Applicant }) {
  if (tags.length === 0) return '-';
  return (
    <Group gap={4} component="span">
      {tags.map((tag) => (
        <Badge key={tag.id} component="span" variant="default" tt="none" fw={500} miw="max-content">
          {tag.text}
        </Badge>
      ))}
    </Group>
  );
}

/** The attribute that marks the links between which `j` and `k` move the focus. */
const focusAttribute = 'data-applicant';

type RowHandlers = { openedId: string | undefined; open: (id: string) => void; tag: ((id: string) => void) | undefined };

/**
 * `j` and `k` move the focus between applicants, Enter opens the focused one, and `t` opens it at its tags
 * (`docs/product/screens.md#keyboard`). The browser's own focus moves to the link with the name, so it is visible, announced,
 * and restored when the drawer closes.
 */
export function useListNavigation({ openedId, open, tag }: RowHandlers): RefObject<HTMLDivElement | null> {
  const listRef = useRef<HTMLDivElement>(null);
  const lastOpenedId = useRef<string>(undefined);
  useEffect(() => {
    const closedId = openedId ? undefined : lastOpenedId.current;
    lastOpenedId.current = openedId;
    if (closedId) listRef.current?.querySelector<HTMLElement>(`[${focusAttribute}="${CSS.escape(closedId)}"]`)?.focus();
  }, [openedId]);
  const getRowLinks = () => [...(listRef.current?.querySelectorAll<HTMLElement>(`[${focusAttribute}]`) ?? [])];
  /** The row that contains the focused control. */
  const getFocusedIndex = () => getRowLinks().findIndex((link) => link.closest('tr, li')?.contains(document.activeElement));
  const moveFocus = (offset: number) => {
    const links = getRowLinks();
    const focusedIndex = getFocusedIndex();
    const next = links[focusedIndex < 0 ? 0 : Math.min(Math.max(focusedIndex + offset, 0), links.length - 1)];
    next?.focus();
    next?.closest('tr, li')?.scrollIntoView({ block: 'nearest' });
  };
  const runOnFocusedRow = (run: (id: string) => void) => {
    const link = getRowLinks()[Math.max(getFocusedIndex(), 0)];
    link?.focus();
    const id = link?.getAttribute(focusAttribute);
    if (id) run(id);
  };
  useShortcuts([
    { key: 'j', label: t('applicants.nextApplicant'), run: () => moveFocus(1) },
    { key: 'k', label: t('applicants.previousApplicant'), run: () => moveFocus(-1) },
    { key: 'Enter', label: t('applicants.openApplicant'), run: () => runOnFocusedRow(open) },
    ...(tag ? [{ key: 't', label: t('applicants.tagApplicant'), run: () => runOnFocusedRow(tag) }] : []),
  ]);
  return listRef;
}
