import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { actionLabel } from '#shared/admin/audit-actions.ts';
import { auditColumns, everyCompanyColumns } from './audit-columns.tsx';
import { AuditDetail } from './AuditDetail.tsx';
import { auditDefaults, type AuditItem, auditQuery, auditRequest, companyLogQuery } from './queries.ts';

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

const logWords = {
  own: 'Activity in your company, including actions by Haulboard staff on your behalf.',
  others: 'Activity in this company, as its users see it.',
};

const rowName = ({ action, at }: AuditItem) => `${actionLabel(action)}, ${at}`;

/** `/admin/audit`: what everybody did. */
export function AuditPage({ search, onSearch }: Props) {
  const query = useQuery(auditQuery(search));
  const { filters } = auditRequest(search);
  return (
    <>
      <PageHeader
        title="Audit"
        description="All activity. Impersonated actions show both names."
        actions={<ExportButton path="/admin/audit/export" input={{ filters }} total={query.data?.pagination.total} />}
      />
      <DataGrid
        label="Audit"
        columns={everyCompanyColumns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={auditDefaults}
        rowName={rowName}
        renderDetail={(item) => <AuditDetail item={item} />}
        toolbar={<ByName search={search} onSearch={onSearch} />}
        empty={<Nothing />}
      />
    </>
  );
}

/** `/company/settings/log`: what was done in one company. */
export function CompanyLogPage({ search, onSearch, companyId }: Props & { companyId?: string | undefined }) {
  const query = useQuery(companyLogQuery(search, companyId));
  const { filters } = auditRequest(search);
  return (
    <>
      <PageHeader
        title="Company log"
        description={companyId ? logWords.others : logWords.own}
        actions={
          <ExportButton path="/companies/log/export" input={{ filters, companyId }} total={query.data?.pagination.total} />
        }
      />
      <DataGrid
        label="Company log"
        columns={auditColumns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={auditDefaults}
        rowName={rowName}
        renderDetail={(item) => <AuditDetail item={item} />}
        toolbar={<ByName search={search} onSearch={onSearch} />}
        empty={<Nothing />}
      />
    </>
  );
}

function ByName({ search, onSearch }: Props) {
  return (
    <SearchInput
      label="Search the log"
      placeholder="Search by name"
      value={search.q ?? ''}
      onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
    />
  );
}

function Nothing() {
  return (
    <EmptyState title="No activity yet" icon={<IconHistory size={28} />}>
      Activity appears here as it happens.
    </EmptyState>
  );
}
