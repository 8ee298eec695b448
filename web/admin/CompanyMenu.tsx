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
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSetCompanyStatus } from './queries.ts';

type StatusChangeTexts = {
  /** The label in the menu. */
  actionLabel: string;
  /** The dialog's question. */
  getQuestion: (name: string) => string;
  /** The effect of the change (`docs/product/companies.md#company-status`). */
  explanation: string;
  getSuccessText: (name: string) => string;
};

/** The texts for setting each status. A company can move from any status to any other. */
const statusChangeTexts: Record<CompanyStatus, StatusChangeTexts> = {
  Active: {
    actionLabel: t('common.activate'),
    getQuestion: (name) => t('admin.activateCompanyTitle', { name }),
    explanation: t('admin.activateCompanyMeaning'),
    getSuccessText: (name) => t('admin.companyActivated', { name }),
  },
  Inactive: {
    actionLabel: t('common.deactivate'),
    getQuestion: (name) => t('admin.deactivateCompanyTitle', { name }),
    explanation: t('admin.deactivateCompanyMeaning'),
    getSuccessText: (name) => t('admin.companyDeactivated', { name }),
  },
  Cancelled: {
    actionLabel: t('admin.cancelCompany'),
    getQuestion: (name) => t('admin.cancelCompanyTitle', { name }),
    explanation: t('admin.cancelCompanyMeaning'),
    getSuccessText: (name) => t('admin.companyCanceled', { name }),
  },
};

const PickerDialog = lazy(async () => ({ default: (await import('#web/impersonation/PickerDialog.tsx')).PickerDialog }));

const statusIcons = { Active: IconCircleCheck, Inactive: IconPlayerPause, Cancelled: IconBan };
const iconSize = 16;

/**
 * What an administrator can do with a company: edit it, change its status, see its employees, jobs, invoices, log and tags,
 * and impersonate one of its employees.
 */
export function CompanyMenu({ company }: { company: CompanyListItem }) {
  const { id, companyName, status } = company;
  const mayImpersonate = can(useMe().roles, 'account.impersonate');
  const [isPickerOpen, setIsPickerOpen] = useState(false);
  const { ask, dialog } = useConfirm();
  const statusMutation = useSetCompanyStatus();
  const askToSetStatus = async (newStatus: CompanyStatus) => {
    const { actionLabel, getQuestion, explanation, getSuccessText } = statusChangeTexts[newStatus];
    const message = t('admin.meaningWithUserEmail', { consequence: explanation });
    const isDestructive = newStatus === 'Cancelled';
    if (
      !(await ask({
        title: getQuestion(companyName),
        message,
        confirmLabel: actionLabel,
        cancelLabel: t('admin.goBack'),
        isDestructive,
      }))
    )
      return;
    await statusMutation.mutateAsync({ companyId: id, status: newStatus }).then(
      () => toast.success(getSuccessText(companyName)),
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
            aria-label={t('admin.actionsForCompany', { companyName })}
            loading={statusMutation.isPending}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={iconSize} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/admin/companies/$id" params={{ id }} />}
          >
            {t('admin.editCompany')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconUsers size={iconSize} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/company/settings/employees" search={{ company: id }} />}
          >
            {t('common.employees')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconBriefcase size={iconSize} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/company/jobs" search={{ company: id }} />}
          >
            {t('common.jobs')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconReceipt size={iconSize} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/admin/invoices" search={{ company: id }} />}
          >
            {t('common.invoices')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconHistory size={iconSize} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/company/settings/log" search={{ company: id }} />}
          >
            {t('common.companyLog')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTags size={iconSize} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/company/settings/tags" search={{ company: id }} />}
          >
            {t('common.tags')}
          </Menu.Item>
          {mayImpersonate ? (
            <Menu.Item leftSection={<IconUserShare size={iconSize} aria-hidden />} onClick={() => setIsPickerOpen(true)}>
              {t('admin.impersonate')}
            </Menu.Item>
          ) : null}
          <Menu.Divider />
          {codes(companyStatuses)
            .filter((otherStatus) => otherStatus !== status)
            .map((otherStatus) => {
              const Icon = statusIcons[otherStatus];
              return (
                <Menu.Item
                  key={otherStatus}
                  c={otherStatus === 'Cancelled' ? 'var(--mantine-color-error)' : undefined}
                  leftSection={<Icon size={iconSize} aria-hidden />}
                  onClick={() => void askToSetStatus(otherStatus)}
                >
                  {statusChangeTexts[otherStatus].actionLabel}
                </Menu.Item>
              );
            })}
        </Menu.Dropdown>
      </Menu>
      {dialog}
      {isPickerOpen ? (
        <Suspense>
          <PickerDialog isOpen isInAdmin company={{ id, name: companyName }} onClose={() => setIsPickerOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
