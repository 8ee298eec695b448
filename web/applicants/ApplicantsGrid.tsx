import { Box, Title } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { can } from '#shared/access.ts';
import { fullName } from '#shared/format.ts';
import { tagsQuery } from '#web/jobs/queries.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { useMe } from '#web/use-me.ts';
import { applicantColumns } from './applicant-columns.tsx';
import { ApplicantDetail } from './ApplicantDetail.tsx';
import { ApplicantDrawer } from './ApplicantDrawer.tsx';
import { applicantDefaults, applicantsQuery } from './queries.ts';

export type ApplicantsSearch = GridSearch & { applicant?: string };
type Props = { jobId: string; search: ApplicantsSearch; onSearch: (next: ApplicantsSearch) => void };

/** Who applied to a job: filters, order, tags, details under the row. New ones arrive by the page's live events. */
export function ApplicantsGrid({ jobId, search, onSearch }: Props) {
  const me = useMe();
  const mayEdit = can(me.roles, 'applicants.tag');
  const query = useQuery(applicantsQuery(jobId, search));
  const { data: tags } = useQuery({ ...tagsQuery(), enabled: me.companyId !== null });
  const columns = useMemo(() => applicantColumns((tags ?? []).map(({ text }) => ({ value: text, label: text }))), [tags]);
  const { applicant } = search;
  return (
    <Box component="section" aria-labelledby="applicants">
      <Title order={2} size="h3" mb="sm" id="applicants">
        Applicants
      </Title>
      <DataGrid
        label="Applicants"
        columns={columns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={applicantDefaults}
        rowName={fullName}
        renderDetail={(row) => <ApplicantDetail jobId={jobId} applicant={row} mayEdit={mayEdit} />}
        onRowClick={(row) => onSearch({ ...search, applicant: row.id })}
        empty={
          <EmptyState title="No applicants yet" icon={<IconUsers size={28} />} order={3}>
            Drivers who apply show up here by themselves, and you get a mail for each.
          </EmptyState>
        }
      />
      {applicant ? (
        <ApplicantDrawer
          jobId={jobId}
          id={applicant}
          mayEdit={mayEdit}
          onClose={() => onSearch({ ...search, applicant: undefined })}
        />
      ) : null}
    </Box>
  );
}
