import { useNavigate, useRouterState } from '@tanstack/react-router';
import { t } from '#web/texts/app.ts';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { FilterButton, SortButton } from '#web/ui/grid/GridButtons.tsx';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';
import styles from './jobs.module.css';
import { useJobColumns } from './job-columns.tsx';

const list = '/company/jobs';

/** Search, filters and order of the job list in the top bar of `newLayout`. On other screens than the list they open the list. */
export function JobHeader() {
  const search = useRouterState({
    select: ({ location }) => onList(location.pathname, location.search),
    structuralSharing: true,
  });
  const navigate = useNavigate();
  const company = useRouterState({ select: ({ location }) => companyOn(location.pathname, location.search) });
  const columns = useJobColumns(company);
  const change = (next: GridSearch) => void navigate({ to: list, search: { ...next, company }, resetScroll: false });
  return (
    <search className={styles.header} aria-label={t('common.jobs')}>
      <div className={styles.search}>
        <SearchInput
          label={t('jobs.searchJobs')}
          placeholder={t('jobs.searchByJob')}
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

const isList = (pathname: string) => pathname.replace(/\/$/, '') === list;

const onList = (pathname: string, search: object): GridSearch => (isList(pathname) ? readGridSearch({ ...search }) : {});

/** The company that an administrator chose stays when the filters change. */
const companyOn = (pathname: string, { company }: { company?: string }) => (isList(pathname) ? company : undefined);
