import { Anchor, Badge, Group, Button, Fieldset, Rating, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, type RefObject, useEffect, useRef } from 'react';
import {
  applicantFields,
  type ApplicantFieldName,
  applicantText,
  missing as missingText,
} from '#shared/drivers/applicant-fields.ts';
import { maxStars } from '#shared/drivers/applicant.ts';
import * as format from '#shared/format.ts';
import { t, writeText } from '#web/texts/app.ts';
import { EmailText, PhoneLink, DateText } from '#web/ui/Values.tsx';
import { columnOf, type FilterOption, type GridColumn } from '#web/ui/grid/columns.ts';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { type Applicant, useRate, type Colleague, type CompanyApplicantsSearch, type StageSettings } from './queries.ts';
import { StageMenu, stageText } from './StageMenu.tsx';
import { useShortcuts } from '#web/ui/shortcuts.ts';

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
    <span title={t('applicants.ratingOfMostStarsStars', { rating, mostStars: maxStars })}>
      <Rating value={rating} count={maxStars} readOnly size="xs" aria-hidden />
      <VisuallyHidden>{t('applicants.ratingOfMostStarsStars', { rating, mostStars: maxStars })}</VisuallyHidden>
    </span>
  );
}

const missing = writeText(missingText);

/** The fields that are shown as text, with their layout in the table. A field that is in neither list does not compile. */
type CustomColumn =
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'email'
  | 'applicationAt'
  | 'rating'
  | 'tags'
  | 'message'
  | 'job'
  | 'owner'
  | 'stage';
type OfAddress = 'street1' | 'street2' | 'city' | 'state' | 'postalCode';
type TextField = Exclude<ApplicantFieldName, CustomColumn | OfAddress>;
type Layout = Pick<GridColumn<Applicant>, 'isShort' | 'isExtra' | 'onCard'>;

const extra: Layout = { isExtra: true, onCard: 'hidden' };
const layouts: Record<TextField, Layout | null> = {
  matchScore: { isShort: true },
  distance: { isShort: true },
  yearsOfExperience: { isShort: true },
  cdlStatus: { isShort: true },
  workExperiences: { ...extra, isShort: true },
  endorsements: { ...extra, isShort: true },
  withinRange: extra,
  source: extra,
  ownerOperator: extra,
  // This field is shown in the detail instead.
  isOver21: null,
};
export const textFields = Object.keys(layouts) as TextField[];

const textColumn = (field: TextField, layout: Layout): GridColumn<Applicant> => ({
  ...columnOf(field, applicantFields[field]),
  ...layout,
  cell: (applicant) => applicantText(field, applicant[field], writeText, 2),
});

const placeOf = (applicant: Applicant) => format.cityState(applicant) || missing;

/** The screen of the columns. A name links to the same screen with that applicant open. */
type ListPosition = { jobId: string; search: GridSearch };

/**
 * The table's columns. Their ids are the wire's field names, which sort and filter. Cards on phones show the rest in the
 * detail.
 */
export function applicantColumns(tags: readonly FilterOption[], at: ListPosition): GridColumn<Applicant>[] {
  return [
    {
      id: 'applicant',
      header: t('applicants.applicant'),
      onCard: 'title',
      isSortable: true,
      filter: { kind: 'text' },
      cell: (applicant) => (
        <Anchor
          fw={600}
          size="sm"
          {...{ [focusTarget]: applicant.id }}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/company/jobs/$id/detail"
              params={{ id: at.jobId }}
              search={{ ...at.search, applicant: applicant.id }}
              resetScroll={false}
            />
          )}
        >
          {format.fullName(applicant)}
        </Anchor>
      ),
    },
    ...commonColumns(tags),
  ];
}

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
      id: 'rating',
      header: t('applicants.rating'),
      isShort: true,
      isSortable: true,
      filter: { kind: 'number' },
      isEmpty: ({ rating }) => rating === null,
      cell: ({ rating }) => <Stars rating={rating} />,
    },
    {
      id: 'application_at',
      header: t('applicants.applied'),
      isSortable: true,
      filter: { kind: 'date', halfRange: 'now' },
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
      cell: ({ phone }) => <PhoneLink digits={phone} missing={missing} />,
    },
    {
      id: 'email',
      header: t('common.email'),
      isExtra: true,
      isLong: true,
      onCard: 'hidden',
      cell: ({ email }) => (email ? <EmailText email={email} isOnOneLine /> : missing),
    },
    { id: 'place', header: t('common.home'), isShort: true, isExtra: true, cell: placeOf },
  ];
}

type CompanyList = {
  settings: StageSettings | undefined;
  colleagues: readonly Colleague[];
  tags: readonly { text: string }[];
  companyId: string | undefined;
  mayEdit: boolean;
  search: CompanyApplicantsSearch;
};

/** The columns of the applicants of all jobs: the same, with stage, job and owner. */
export function companyApplicantColumns({ settings, colleagues, tags, companyId, mayEdit, search }: CompanyList) {
  const stageOptions = (settings?.stages ?? []).map(({ stage }) => ({ value: stage, label: stageText(settings, stage) }));
  const ownerOptions = colleagues.map(({ id, name }) => ({ value: id, label: name }));
  const columns: GridColumn<Applicant>[] = [
    {
      id: 'applicant',
      header: t('applicants.applicant'),
      onCard: 'title',
      isSortable: true,
      filter: { kind: 'text' },
      cell: (applicant) => (
        <Anchor
          fw={600}
          size="sm"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/company/applicants"
              search={{ ...search, ...(companyId ? { company: companyId } : {}), applicant: applicant.id }}
              resetScroll={false}
            />
          )}
        >
          {format.fullName(applicant)}
        </Anchor>
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
      cell: ({ job }) => (
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/company/jobs/$id/detail" params={{ id: job.id }} />}>
          {job.title}, {format.cityState(job)}
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
  const extra = new Set(['tag', 'rating', 'distance', 'email', 'years_of_experience']);
  return [...columns, ...commonColumns(choices).map((column) => (extra.has(column.id) ? { ...column, isExtra: true } : column))];
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

/** Marks the link of each row that the keys move to. */
const focusTarget = 'data-applicant';

type Acts = { opened: string | undefined; open: (id: string) => void; tag: ((id: string) => void) | undefined };

/**
 * `j` and `k` move the focus between applicants, Enter opens the focused one, and `t` opens it at its tags
 * (`docs/product/screens.md#keyboard`). The real focus moves to the name's link, so that it is visible, announced, and
 * restored on closing.
 */
export function useWalk({ opened, open, tag }: Acts): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const last = useRef<string>(undefined);
  useEffect(() => {
    const closed = opened ? undefined : last.current;
    last.current = opened;
    if (closed) list.current?.querySelector<HTMLElement>(`[${focusTarget}="${CSS.escape(closed)}"]`)?.focus();
  }, [opened]);
  const stops = () => [...(list.current?.querySelectorAll<HTMLElement>(`[${focusTarget}]`) ?? [])];
  /** The row that contains the focused control. */
  const current = () => stops().findIndex((stop) => stop.closest('tr, li')?.contains(document.activeElement));
  const step = (by: number) => {
    const all = stops();
    const at = current();
    const next = all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)];
    next?.focus();
    next?.closest('tr, li')?.scrollIntoView({ block: 'nearest' });
  };
  const act = (run: (id: string) => void) => {
    const stop = stops()[Math.max(current(), 0)];
    stop?.focus();
    const id = stop?.getAttribute(focusTarget);
    if (id) run(id);
  };
  useShortcuts([
    { key: 'j', label: t('applicants.nextApplicant'), run: () => step(1) },
    { key: 'k', label: t('applicants.previousApplicant'), run: () => step(-1) },
    { key: 'Enter', label: t('applicants.openTheApplicant'), run: () => act(open) },
    ...(tag ? [{ key: 't', label: t('applicants.tagTheApplicant'), run: () => act(tag) }] : []),
  ]);
  return list;
}
