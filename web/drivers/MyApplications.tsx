import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { canWithdraw } from '#shared/applicants/stages.ts';
import { publicLink } from '#web/browser/language.ts';
import { myInterviewsQuery } from '#web/interviews/queries.ts';
import { t } from '#web/texts/app.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { applicationColumns } from './JobSummary.tsx';
import { useStoreApplications } from './last-applications.ts';
import { type MyApplication, myApplicationsQuery } from './queries.ts';
import { WithdrawDialog } from './WithdrawDialog.tsx';

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

/** `/members/applications`: the driver's applications with their status (`docs/product/drivers.md#members-home`). */
export function MyApplicationsPage(props: Props) {
  return (
    <>
      <PageHeader title={t('common.myApplications')} />
      <MyApplications {...props} />
    </>
  );
}

/** The driver's applications, each with the button to withdraw it while that is possible. */
export function MyApplications({ search, onSearch }: Props) {
  const query = useQuery(myApplicationsQuery(search));
  const { data: interviews } = useQuery(myInterviewsQuery());
  const isFirstPage = (search.page ?? 1) === 1 && !query.isPlaceholderData;
  useStoreApplications(isFirstPage ? query.data?.items : undefined, interviews?.items);
  const [applicationToWithdraw, setApplicationToWithdraw] = useState<MyApplication | null>(null);
  return (
    <>
      <DataGrid
        label={t('common.myApplications')}
        columns={applicationColumns}
        query={query}
        search={search}
        onSearch={onSearch}
        getRowName={(application) => application.title}
        renderRowActions={(application) =>
          canWithdraw(application.status) ? (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={t('driver.withdrawLabel', { title: application.title })}
              onClick={() => setApplicationToWithdraw(application)}
            >
              {t('common.withdraw')}
            </Button>
          ) : null
        }
        empty={
          <EmptyState
            title={t('driver.noApplicationsYet')}
            icon={<IconSend size={28} />}
            action={
              <Button component="a" href={publicLink('/jobs')} variant="default">
                {t('ui.searchJobs')}
              </Button>
            }
          >
            {t('driver.noApplicationsHint')}
          </EmptyState>
        }
      />
      {applicationToWithdraw ? (
        <WithdrawDialog application={applicationToWithdraw} onClose={() => setApplicationToWithdraw(null)} />
      ) : null}
    </>
  );
}
