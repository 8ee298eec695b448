import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';
import { type ApplicantPanel, applicantPanels } from './panels.ts';

// These functions read URL parameters for `validateSearch`. The module is part of the first load, so it imports no other code of
// the feature.

/**
 * The search parameters of a list of applicants. `view` is absent for the table, `panel` is the open panel of the open applicant,
 * and `everyone` turns the company's experience filter off.
 */
export type ApplicantsSearch = GridSearch & {
  view?: 'board' | undefined;
  applicant?: string | undefined;
  panel?: ApplicantPanel | undefined;
  everyone?: boolean | undefined;
};

const readText = (value: unknown) => (typeof value === 'string' ? value : undefined);

export const readApplicantsSearch = (raw: Record<string, unknown>): ApplicantsSearch => ({
  ...readGridSearch(raw),
  view: raw['view'] === 'board' ? 'board' : undefined,
  applicant: readText(raw['applicant']),
  panel: applicantPanels.find((panel) => panel === raw['panel']),
  everyone: raw['everyone'] === true || undefined,
});

/**
 * The search parameters of an applicant's page: the open panel, and the list that the applicant was opened from. `list` says
 * whether that is the list of the company or of the applicant's job, and is absent without one. `column` is the stage of the
 * column of the board.
 */
export type ApplicantPageSearch = Omit<ApplicantsSearch, 'applicant'> & {
  list?: 'company' | 'job' | undefined;
  column?: string | undefined;
};

export const readApplicantPageSearch = (raw: Record<string, unknown>): ApplicantPageSearch => ({
  ...readApplicantsSearch({ ...raw, applicant: undefined }),
  list: raw['list'] === 'company' || raw['list'] === 'job' ? raw['list'] : undefined,
  column: readText(raw['column']),
});
