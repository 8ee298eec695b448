import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useOwnCompany } from '#web/company/queries.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { useMe } from '#web/use-me.ts';
import { jobColumns } from './job-columns.tsx';
import { type Job, tagsQuery } from './queries.ts';

/**
 * The job list's columns with the company's own tags; its requisition numbers where it uses them (`product: Companies`), and
 * whose a job is where the list is not one company's.
 */
export function useJobColumns(companyId: string | undefined): GridColumn<Job>[] {
  const me = useMe();
  const { data: tags } = useQuery(tagsQuery(companyId ?? me.companyId));
  const hasNumbers = useOwnCompany()?.enableRequisiteNumbers ?? false;
  const hasCompanies = me.companyId === null && companyId === undefined;
  return useMemo(
    () =>
      jobColumns(
        (tags ?? []).map(({ id, text }) => ({ value: id, label: text })),
        { hasNumbers, hasCompanies },
      ),
    [tags, hasNumbers, hasCompanies],
  );
}
