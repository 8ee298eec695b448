import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { maxBulkApplicants } from '#shared/drivers/applicant.ts';
import type { Filter } from '#shared/lists/list.ts';
import { trpcClient } from '#web/api/trpc.ts';
import { t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';
import type { Applicant, WholeResult } from './queries.ts';

type Input = { rows: readonly Applicant[]; filters: Filter | undefined; companyId: string | undefined };

/** The applicants that a bulk action is for: the selected rows, or everything that the list found when it was selected. */
export function useSelection({ rows, filters, companyId }: Input) {
  const [wholeResult, setWholeResult] = useState<WholeResult | null>(null);
  const everything = filters ? { companyId, filters } : { companyId, all: true };
  const count = useMutation({
    mutationFn: () => trpcClient.hiring.countSelection.query(everything),
    onSuccess: (result) => {
      if (result.applicants > maxBulkApplicants) toast.error(t('hiring.tooManyApplicants', { count: maxBulkApplicants }));
      else setWholeResult(result);
    },
    onError: (error) => toast.error(error),
  });
  return {
    isAllSelected: wholeResult !== null,
    isCounting: count.isPending,
    selectAll: () => count.mutate(),
    selectRows: () => setWholeResult(null),
    count: wholeResult ? wholeResult.applicants : rows.length,
    recipients: wholeResult ? everything : { companyId, ids: rows.map(({ id }) => id) },
    /** What the person saw, so that the server leaves out what colleagues changed meanwhile. */
    seen: wholeResult ? { seenAt: wholeResult.seenAt } : { seenStages: rows.map(({ id, stage }) => ({ id, stage })) },
  };
}
