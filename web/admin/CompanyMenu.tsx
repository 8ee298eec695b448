import { ActionIcon, Menu } from '@mantine/core';
import {
  IconBan,
  IconBriefcase,
  IconCircleCheck,
  IconDots,
  IconHistory,
  IconPencil,
  IconPlayerPause,
  IconReceipt,
  IconTags,
  IconUserShare,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { can } from '#shared/access/access.ts';
import { codes, companyStatuses, type CompanyStatus } from '#shared/catalogues.ts';
import type { CompanyListItem } from '#web/company/queries.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useMe } from '#web/use-me.ts';
import { useSetCompanyStatus } from './queries.ts';
import { t } from '#web/texts/app.ts';

type Change = {
  /** The label in the menu. */
  act: string;
  /** The dialog's question. */
  ask: (name: string) => string;
  /** The effect of the change (`docs/product/companies.md#company-status`). */
  consequence: string;
  done: (name: string) => string;
};

/** The effects of setting each status. A company can move from any status to any other. */
const companyChanges: Record<CompanyStatus, Change> = {
  Active: {
    act: t('common.activate'),
    ask: (name) => t('admin.activateName', { name }),
    consequence: t('admin.itCanPostJobsHidden'),
    done: (name) => t('admin.nameIsActive', { name }),
  },
  Inactive: {
    act: t('common.deactivate'),
    ask: (name) => t('admin.deactivateName', { name }),
    consequence: t('admin.itCantPostNewJobs'),
    done: (name) => t('admin.nameDeactivated', { name }),
  },
  Cancelled: {
    act: t('admin.cancelCompany'),
    ask: (name) => t('admin.cancelName', { name }),
    consequence: t('admin.thisRemovesItsJobsSearch'),
    done: (name) => t('admin.nameIsCancelled', { name }),
  },
};

const PickerDialog = lazy(async () => ({ default: (await import('#web/impersonation/PickerDialog.tsx')).PickerDialog }));

const icons = { Active: IconCircleCheck, Inactive: IconPlayerPause, Cancelled: IconBan };
const size = 16;

/**
 * What an administrator can do with a company: edit it, change its status, see its people, jobs, log and tags, and
 * impersonate one of its people.
 */
export function CompanyMenu({ company }: { company: CompanyListItem }) {
  const { id, companyName, status } = company;
  const mayImpersonate = can(useMe().roles, 'account.impersonate');
  const [isActing, setActing] = useState(false);
  const { ask, dialog } = useConfirm();
  const change = useSetCompanyStatus();
  const setStatus = async (next: CompanyStatus) => {
    const { act, ask: question, consequence, done } = companyChanges[next];
    const message = t('admin.consequenceWellEmailItsUsers', { consequence });
    const isDestructive = next === 'Cancelled';
    if (!(await ask({ title: question(companyName), message, confirmLabel: act, cancelLabel: t('admin.goBack'), isDestructive })))
      return;
    await change.mutateAsync({ companyId: id, status: next }).then(
      () => toast.success(done(companyName)),
      (error: unknown) => toast.error(error),
    );
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('admin.actionsForCompanyName', { companyName })}
            loading={change.isPending}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={size} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/admin/companies/$id" params={{ id }} />}
          >
            {t('admin.editCompany')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconUsers size={size} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/company/settings/employees" search={{ company: id }} />}
          >
            {t('common.employees')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconBriefcase size={size} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/company/jobs" search={{ company: id }} />}
          >
            {t('common.jobs')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconReceipt size={size} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/admin/invoices" search={{ company: id }} />}
          >
            {t('common.invoices')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconHistory size={size} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/company/settings/log" search={{ company: id }} />}
          >
            {t('common.companyLog')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTags size={size} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/company/settings/tags" search={{ company: id }} />}
          >
            {t('common.tags')}
          </Menu.Item>
          {mayImpersonate ? (
            <Menu.Item leftSection={<IconUserShare size={size} aria-hidden />} onClick={() => setActing(true)}>
              {t('admin.impersonate')}
            </Menu.Item>
          ) : null}
          <Menu.Divider />
          {codes(companyStatuses)
            .filter((next) => next !== status)
            .map((next) => {
              const Icon = icons[next];
              return (
                <Menu.Item
                  key={next}
                  c={next === 'Cancelled' ? 'var(--mantine-color-error)' : undefined}
                  leftSection={<Icon size={size} aria-hidden />}
                  onClick={() => void setStatus(next)}
                >
                  {companyChanges[next].act}
                </Menu.Item>
              );
            })}
        </Menu.Dropdown>
      </Menu>
      {dialog}
      {isActing ? (
        <Suspense>
          <PickerDialog isOpen isInAdmin company={{ id, name: companyName }} onClose={() => setActing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
