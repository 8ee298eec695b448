import type { Distances } from '#shared/drivers/applicant.ts';
import type { GridFilter, GridSearch } from '#web/ui/grid/grid-state.ts';

type Band = Pick<Distances['bands'][number], 'from' | 'to'>;

/** `10–25`; the ends are open. */
export function bandName({ from, to }: Band): string {
  if (to === null) return `${from}+`;
  return from === 0 ? `< ${to}` : `${from}–${to}`;
}

/** Distances are kept to two decimals: what is just below the next band is the last of this one. */
export function bandFilter({ from, to }: Band): GridFilter {
  return ['distance', 'between', [from === 0 ? null : from, to === null ? null : to - 0.01]];
}

export function isChosen(search: GridSearch, band: Band): boolean {
  const chosen = search.filters?.find(([field]) => field === 'distance');
  return JSON.stringify(chosen) === JSON.stringify(bandFilter(band));
}
