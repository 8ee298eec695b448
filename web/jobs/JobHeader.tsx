import { useNavigate, useRouterState } from '@tanstack/react-router';
import { t } from '#web/texts/app.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';
import { FilterButton, SortButton } from '#web/ui/grid/GridButtons.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { useJobColumns } from './job-columns.tsx';
import styles from './jobs.module.css';

const listPath = '/company/jobs';

/** The job list's search, filters and sorting in the top bar of `newLayout`. On other screens, using them opens the list. */
export function JobHeader() {
  const search = useRouterState({
    select: ({ location }) => readListSearch(location.pathname, location.search),
    structuralSharing: true,
  });
  const navigate = useNavigate();
  const company = useRouterState({ select: ({ location }) => readCompanyFilter(location.pathname, location.search) });
  const columns = useJobColumns(company);
  const change = (next: GridSearch) => void navigate({ to: listPath, search: { ...next, company }, resetScroll: false });
  return (
    <search className={styles.header} aria-label={t('common.jobs')}>
      <div className={styles.search}>
        <SearchInput
          label={t('ui.searchJobs')}
          placeholder={t('common.searchByJob')}
          w="100%"
          value={search.q ?? ''}
          onChange={(q) => change({ ...search, q: q || undefined, page: undefined })}
        />
      </div>
      <FilterButton columns={columns} search={search} onSearch={change} />
      <SortButton columns={columns} search={search} onSearch={change} />
    </search>
  );
}

const isListPath = (pathname: string) => pathname.replace(/\/$/, '') === listPath;

const readListSearch = (pathname: string, search: object): GridSearch =>
  isListPath(pathname) ? readGridSearch({ ...search }) : {};

/** The company that an administrator chose in the list's URL. Changing the filters keeps it. */
const readCompanyFilter = (pathname: string, { company }: { company?: string }) => (isListPath(pathname) ? company : undefined);
