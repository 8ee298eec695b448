import { endorsements, homeTimes, jobTypes, labelOf, requiredExperiences } from '#shared/catalogues.ts';
import { placeOf } from '#shared/drivers/saved-search.ts';
import { formatsIn } from '#shared/format.ts';
import type { SearchFilters } from '#shared/jobs/public-job.ts';
import { stateCode, usStates } from '#shared/places/states.ts';
import type { Translator } from '#shared/texts/texts.ts';
import { writerIn } from '#shared/texts/write-text.ts';

/** The name of a search that its driver did not name: `Reefer jobs near Omaha, NE`. */
export function nameSearch(t: Translator, filters: SearchFilters, correctedPlace: string | null = null): string {
  const write = writerIn(t.language);
  const [jobType] = filters.jobType ?? [];
  const query = filters.query || (jobType ? labelOf(jobTypes, jobType, write) : '');
  const state = filters.state && stateCode(filters.state);
  const stateName = state && !filters.city ? usStates[state] : undefined;
  const near = correctedPlace ?? filters.postalCode ?? stateName ?? placeOf(filters);
  if (query) return near ? t('site.queryJobsNear', { query, near }) : t('site.queryJobs', { query });
  return near ? t('site.driverJobsNear', { near }) : t('site.truckDriverJobs');
}

/** What the search asks for besides its words and its place, a text for each filter. */
export function describeFilters(t: Translator, filters: SearchFilters): string[] {
  const write = writerIn(t.language);
  const { radius, city, postalCode, jobType = [], requiredExperience, homeTime = [], payMin, secondChance } = filters;
  return [
    ...(radius && (city || postalCode) ? [t('searches.within', { miles: radius })] : []),
    ...jobType.map((code) => labelOf(jobTypes, code, write)),
    ...(requiredExperience ? [labelOf(requiredExperiences, requiredExperience, write)] : []),
    ...homeTime.map((code) => labelOf(homeTimes, code, write)),
    ...(payMin ? [t('site.minimumPayFilter', { pay: formatsIn(t.language).money(payMin, true) })] : []),
    ...(secondChance ? [t('site.fairChanceEmployers')] : []),
    ...(filters.endorsements ?? []).map((code) => labelOf(endorsements, code, write)),
  ];
}
