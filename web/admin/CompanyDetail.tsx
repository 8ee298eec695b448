import { Anchor, Box, Group, Loader, SimpleGrid, Stack, Text, Title, ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconEye, IconEyeOff, IconMapPin, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { employeeStatusOf, employeeStatusExplanations, employeeStatusLabels } from '#shared/companies/employee.ts';
import { cityState, date, fullName } from '#shared/format.ts';
import { canTransition } from '#shared/jobs/jobs.ts';
import { listTotal } from '#web/browser/format.ts';
import type { CompanyListItem } from '#web/company/queries.ts';
import type { Job } from '#web/jobs/queries.ts';
import { t, writeText } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { JobStatusBadge } from '#web/ui/EntityStatus.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { asStatus, StatusBadge } from '#web/ui/StatusBadge.tsx';
import { toast } from '#web/ui/toast.ts';
import { PhoneLink } from '#web/ui/Values.tsx';
import { companyJobsQuery, companyEmployeesQuery, maxDetailRows, useDisableJob, useEnableJob } from './queries.ts';

const iconSize = 16;

/** What an administrator can do with a company's job: edit it and its address, disable and enable it. */
function JobModerationMenu({ job }: { job: Pick<Job, 'id' | 'title' | 'status'> }) {
  const { ask, dialog } = useConfirm();
  const disable = useDisableJob();
  const enable = useEnableJob();
  const { id, title, status } = job;
  const disableJob = async () => {
    const message = t('admin.disableJobMeaning');
    if (
      !(await ask({
        title: t('admin.disableJobTitle', { title }),
        message,
        confirmLabel: t('admin.disableJob'),
        isDestructive: true,
      }))
    )
      return;
    await disable.mutateAsync({ id }).then(
      () => toast.success(t('admin.jobDisabled', { title })),
      (error: unknown) => toast.error(error),
    );
  };
  const enableJob = () =>
    enable.mutateAsync({ id }).then(
      () => toast.success(t('admin.jobEnabled', { title })),
      (error: unknown) => toast.error(error),
    );
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('common.actionsForTitle', { title })}
            loading={disable.isPending || enable.isPending}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {status === 'CLOSED' ? null : (
            <>
              <Menu.Item
                leftSection={<IconPencil size={iconSize} aria-hidden />}
                renderRoot={(props) => <Link {...props} to="/admin/company-list/$id/job-content" params={{ id }} />}
              >
                {t('admin.editJobContent')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconMapPin size={iconSize} aria-hidden />}
                renderRoot={(props) => <Link {...props} to="/admin/company-list/$id/address" params={{ id }} />}
              >
                {t('common.changeLocation')}
              </Menu.Item>
            </>
          )}
          {canTransition(status, 'disable') ? (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconEyeOff size={iconSize} aria-hidden />}
              onClick={() => void disableJob()}
            >
              {t('admin.disableJob')}
            </Menu.Item>
          ) : null}
          {canTransition(status, 'enable') ? (
            <Menu.Item leftSection={<IconEye size={iconSize} aria-hidden />} onClick={() => void enableJob()}>
              {t('admin.enableJob')}
            </Menu.Item>
          ) : null}
          {status === 'CLOSED' ? <Menu.Label>{t('admin.closedJobHint')}</Menu.Label> : null}
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}

const getTotals = ({ data }: DetailSectionProps['query']) => {
  const count = data?.pagination.total ?? 0;
  return { count, total: listTotal(count) };
};

/** Shows a company's newest employees and jobs in an open row of the company list. */
export function CompanyDetail({ company }: { company: CompanyListItem }) {
  const employees = useQuery(companyEmployeesQuery(company.id));
  const jobs = useQuery(companyJobsQuery(company.id));
  return (
    <Stack gap="md">
      {company.salesRef ? (
        <Text size="sm">
          <Text span c="dimmed">
            {t('admin.accountManager')}
          </Text>{' '}
          {company.salesRef}
        </Text>
      ) : null}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <DetailSection
          title={t('common.employees')}
          loadingLabel={t('admin.loadingEmployees')}
          query={employees}
          emptyText={t('admin.noEmployeesYet')}
          moreLink={
            <Anchor
              size="sm"
              renderRoot={(props) => <Link {...props} to="/company/settings/employees" search={{ company: company.id }} />}
            >
              {t('admin.allEmployees', getTotals(employees))}
            </Anchor>
          }
        >
          {(employees.data?.items ?? []).map((employee) => (
            <DetailRow key={employee.id} title={fullName(employee)} detail={<PersonContact person={employee} />}>
              <StatusBadge
                status={employeeStatusOf(employee)}
                label={writeText(employeeStatusLabels[employeeStatusOf(employee)])}
                explanation={employeeStatusExplanations[employeeStatusOf(employee)]}
              />
            </DetailRow>
          ))}
        </DetailSection>
        <DetailSection
          title={t('common.jobs')}
          loadingLabel={t('common.loadingJobs')}
          query={jobs}
          emptyText={t('admin.noJobsYet')}
          moreLink={
            <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/company/jobs" search={{ company: company.id }} />}>
              {t('admin.allJobs', getTotals(jobs))}
            </Anchor>
          }
        >
          {(jobs.data?.items ?? []).map((job) => (
            <DetailRow
              key={job.id}
              title={
                <Anchor
                  size="sm"
                  fw={550}
                  renderRoot={(props) => <Link {...props} to="/company/jobs/$id/detail" params={{ id: job.id }} />}
                >
                  {job.title}
                </Anchor>
              }
              detail={[cityState(job), job.postingDate ? date(job.postingDate, job.timeZone) : null].filter(Boolean).join(' · ')}
            >
              <JobStatusBadge job={job} />
              <JobModerationMenu job={job} />
            </DetailRow>
          ))}
        </DetailSection>
      </SimpleGrid>
    </Stack>
  );
}

type DetailSectionProps = {
  title: string;
  loadingLabel: string;
  query: { data: { pagination: { total: number } } | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  emptyText: string;
  /** Shown below the rows if there are more of them. */
  moreLink: ReactNode;
  children: ReactNode[];
};

function DetailSection({ title, loadingLabel, query, emptyText, moreLink, children }: DetailSectionProps) {
  return (
    <Box component="section" aria-label={title} miw={0}>
      <Title order={3} size="h4" mb="xs">
        {title}
      </Title>
      {query.data ? (
        <Stack gap="xs">
          {children.length > 0 ? (
            children
          ) : (
            <Text size="sm" c="dimmed">
              {emptyText}
            </Text>
          )}
          {query.data.pagination.total > maxDetailRows ? moreLink : null}
        </Stack>
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Loader size="sm" {...asStatus(loadingLabel)} />
      )}
    </Box>
  );
}

function DetailRow({ title, detail, children }: { title: ReactNode; detail: ReactNode; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Box miw={0}>
        <Text size="sm" fw={550} component="div" truncate>
          {title}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {detail}
        </Text>
      </Box>
      <Group gap={4} wrap="nowrap">
        {children}
      </Group>
    </Group>
  );
}

type Contact = { email: string; phone: string | null; phoneExtension: string | null };

function PersonContact({ person: { email, phone, phoneExtension } }: { person: Contact }) {
  if (!phone) return email;
  return (
    <>
      {email} · <PhoneLink digits={phone} extension={phoneExtension} size="xs" />
    </>
  );
}
