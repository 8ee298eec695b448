import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Distances } from '#shared/drivers/applicant.ts';
import type { Filter } from '#shared/lists/list.ts';
import { number } from '#web/browser/format.ts';
import { t } from '#web/texts/app.ts';
import { type GridSearch, withFilter, type GridFilter } from '#web/ui/grid/grid-state.ts';
import classes from './applicants.module.css';
import { distancesQuery } from './queries.ts';

type Props = { jobId: string; search: GridSearch; experienceFilter: Filter | null | undefined };
type Band = Distances['bands'][number];
type Range = Pick<Band, 'from' | 'to'>;

/** The number of applicants by distance. Selecting a bar filters the list by it, and selecting it again removes the filter. */
export function DistanceChart({ jobId, search, experienceFilter }: Props) {
  const isReady = experienceFilter !== undefined;
  const { data, error } = useQuery({ ...distancesQuery(jobId, search, experienceFilter ?? null), enabled: isReady });
  // The list below shows the error and offers to retry.
  if (error) return null;
  if (!data) return <Skeleton h="7.125rem" mb="md" aria-hidden />;
  const maxApplicants = Math.max(...data.bands.map(({ applicants }) => applicants));
  if (maxApplicants === 0) return null;
  return (
    <figure className={classes.picture} aria-labelledby="by-distance">
      <Text component="figcaption" size="sm" c="dimmed" mb={4} id="by-distance">
        {t('applicants.distanceChartTitle', { unknown: data.unknown })}
      </Text>
      <ul className={classes.bands}>
        {data.bands.map((band) => (
          <li key={band.from}>
            <BandLink jobId={jobId} search={search} band={band} share={band.applicants / maxApplicants} />
          </li>
        ))}
      </ul>
    </figure>
  );
}

type BandProps = { jobId: string; search: GridSearch; band: Band; share: number };

function BandLink({ jobId, search, band, share }: BandProps) {
  const isSelected = isBandSelected(search, band);
  const content = (
    <>
      <span className={classes.bar} aria-hidden>
        {band.applicants > 0 ? <span style={{ blockSize: `${share * 100}%` }} /> : null}
      </span>
      <span className={`${classes.count} tabular`}>{number(band.applicants)}</span>
      <VisuallyHidden component="span">{t('applicants.applicantsOfBand', { count: band.applicants })}</VisuallyHidden>
      <span className={classes.label}>{bandName(band)}</span>
      <VisuallyHidden component="span">{t('applicants.miles')}</VisuallyHidden>
    </>
  );
  if (band.applicants === 0 && !isSelected) return <span className={classes.band}>{content}</span>;
  return (
    <Link
      className={classes.band}
      aria-current={isSelected || undefined}
      to="/company/jobs/$id/detail"
      params={{ id: jobId }}
      search={withFilter(search, 'distance', isSelected ? null : bandFilter(band))}
      resetScroll={false}
    >
      {content}
    </Link>
  );
}

/** The label of a band in miles, such as `10–25`. The first band is `< 10` and the last one is `150+`. */
export function bandName({ from, to }: Range): string {
  if (to === null) return `${from}+`;
  return from === 0 ? `< ${to}` : `${from}–${to}`;
}

/** Distances have two decimals, so the last value of a band is just below the next band. */
export function bandFilter({ from, to }: Range): GridFilter {
  return ['distance', 'between', [from === 0 ? null : from, to === null ? null : to - 0.01]];
}

export function isBandSelected(search: GridSearch, band: Range): boolean {
  const distanceFilter = search.filters?.find(([field]) => field === 'distance');
  return JSON.stringify(distanceFilter) === JSON.stringify(bandFilter(band));
}
