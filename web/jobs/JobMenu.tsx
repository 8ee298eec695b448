import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconCalendarCheck,
  IconCalendarOff,
  IconCircleX,
  IconCopy,
  IconCreditCard,
  IconDots,
  IconEye,
  IconMapPin,
  IconMessage,
  IconPencil,
  IconRefresh,
  IconRocket,
  IconStars,
  IconWorld,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { can, seesEveryCompany } from '#shared/access/access.ts';
import { publicLink } from '#web/browser/language.ts';
import { MuteJobItem } from '#web/notifications/MuteJobItem.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { SupportDialog } from '#web/support/SupportDialog.tsx';
import { t } from '#web/texts/app.ts';
import { CancelRenewalDialog, CloseJobDialog, FreeBoostDialog, ResumeRenewalDialog } from './CloseJobDialog.tsx';
import {
  canRenewAhead,
  isClosable,
  isEditable,
  isPayable,
  isRenewalCancelable,
  isRenewalResumable,
  resumeLabel,
} from './job-actions.ts';
import type { Job } from './queries.ts';

type Props = {
  job: Job;
  /** True on the job's own page, where the menu has no link to it. */
  isOnPage?: boolean;
};

const iconSize = 16;

/** The actions that the job's state and the user's role allow. */
export function JobMenu({ job, isOnPage = false }: Props) {
  const me = useMe();
  const [isClosing, closeDialog] = useDisclosure(false);
  const [isCanceling, cancelDialog] = useDisclosure(false);
  const [isResuming, resumeDialog] = useDisclosure(false);
  const [isWriting, contactDialog] = useDisclosure(false);
  const [isBoosting, boostDialog] = useDisclosure(false);
  const mayEdit = can(me.roles, 'jobs.edit');
  const mayBuy = me.companyId !== null && can(me.roles, 'payment.charge');
  const mayMute = isOnPage && me.companyId !== null && can(me.roles, 'applicants.read');
  const contactSide = seesEveryCompany(me.roles) ? 'support' : 'company';
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant={isOnPage ? 'default' : 'subtle'}
            color="gray"
            size={isOnPage ? 'lg' : 'md'}
            aria-label={t('common.actionsForTitle', { title: job.title })}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOnPage ? null : (
            <Menu.Item
              leftSection={<IconEye size={iconSize} aria-hidden />}
              renderRoot={(props) => <Link {...props} to="/company/jobs/$id/detail" params={{ id: job.id }} />}
            >
              {t('jobs.openJob')}
            </Menu.Item>
          )}
          {isPayable(job) && me.companyId && can(me.roles, 'payment.charge') ? (
            <Menu.Item
              leftSection={<IconCreditCard size={iconSize} aria-hidden />}
              renderRoot={(props) => (
                <Link {...props} to="/company/jobs/new/payment-method" search={{ order: job.orderId ?? undefined }} />
              )}
            >
              {job.status === 'DECLINED' ? t('jobs.tryPaymentAgain') : t('jobs.pay')}
            </Menu.Item>
          ) : null}
          {mayBuy && canRenewAhead(job) ? (
            <Menu.Item
              leftSection={<IconRefresh size={iconSize} aria-hidden />}
              renderRoot={(props) => (
                <Link {...props} to="/company/jobs/$id/purchase" params={{ id: job.id }} search={{ of: 'renewal' }} />
              )}
            >
              {t('common.renew')}
            </Menu.Item>
          ) : null}
          {mayBuy && job.boostActive ? (
            <Menu.Item disabled leftSection={<IconRocket size={iconSize} aria-hidden />}>
              {t('jobs.boostedDaysLeft', { count: job.boostRemainingDays })}
            </Menu.Item>
          ) : null}
          {mayBuy && job.status === 'POSTED' && !job.boostActive ? (
            <Menu.Item
              leftSection={<IconRocket size={iconSize} aria-hidden />}
              renderRoot={(props) => (
                <Link {...props} to="/company/jobs/$id/purchase" params={{ id: job.id }} search={{ of: 'boost' }} />
              )}
            >
              {t('common.boostJob')}
            </Menu.Item>
          ) : null}
          {can(me.roles, 'jobs.moderate') && job.status === 'POSTED' ? (
            <Menu.Item leftSection={<IconRocket size={iconSize} aria-hidden />} onClick={boostDialog.open}>
              {t('jobs.boostFree')}
            </Menu.Item>
          ) : null}
          {mayEdit && isEditable(job) ? (
            <>
              <Menu.Item
                leftSection={<IconPencil size={iconSize} aria-hidden />}
                renderRoot={(props) => <Link {...props} to="/company/jobs/$id/job-content" params={{ id: job.id }} />}
              >
                {t('jobs.editJob')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconMapPin size={iconSize} aria-hidden />}
                renderRoot={(props) => <Link {...props} to="/company/jobs/$id/address" params={{ id: job.id }} />}
              >
                {t('common.changeLocation')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconStars size={iconSize} aria-hidden />}
                renderRoot={(props) => <Link {...props} to="/company/jobs/$id/addons" params={{ id: job.id }} />}
              >
                {t('jobs.editAddOns')}
              </Menu.Item>
            </>
          ) : null}
          {mayEdit ? (
            <Menu.Item
              leftSection={<IconCopy size={iconSize} aria-hidden />}
              renderRoot={(props) => <Link {...props} to="/company/jobs/$id/job-content-duplicate" params={{ id: job.id }} />}
            >
              {t('jobs.duplicate')}
            </Menu.Item>
          ) : null}
          {job.status === 'POSTED' ? (
            <Menu.Item
              component="a"
              href={publicLink(`/jobs/${job.id}`)}
              target="_blank"
              leftSection={<IconWorld size={iconSize} aria-hidden />}
            >
              {t('common.viewPublicPage')}
            </Menu.Item>
          ) : null}
          {can(me.roles, 'support.send') ? (
            <Menu.Item leftSection={<IconMessage size={iconSize} aria-hidden />} onClick={contactDialog.open}>
              {contactSide === 'support' ? t('jobs.messageCompany') : t('common.contactSupport')}
            </Menu.Item>
          ) : null}
          {mayMute ? <MuteJobItem job={job} /> : null}
          {mayEdit && isRenewalCancelable(job) ? (
            <Menu.Item leftSection={<IconCalendarOff size={iconSize} aria-hidden />} onClick={cancelDialog.open}>
              {t('jobs.cancelRenewal')}
            </Menu.Item>
          ) : null}
          {mayEdit && isRenewalResumable(job) ? (
            <Menu.Item leftSection={<IconCalendarCheck size={iconSize} aria-hidden />} onClick={resumeDialog.open}>
              {resumeLabel(job)}
            </Menu.Item>
          ) : null}
          {mayEdit && isClosable(job) ? (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconCircleX size={iconSize} aria-hidden />}
              onClick={closeDialog.open}
            >
              {t('jobs.closeJob')}
            </Menu.Item>
          ) : null}
          {isOnPage && !mayMute && !hasActions(job, mayEdit) && !can(me.roles, 'support.send') ? (
            <Menu.Label>{t('jobs.noActionsAvailable')}</Menu.Label>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {isWriting ? <SupportDialog job={job} side={contactSide} isOpen onClose={contactDialog.close} /> : null}
      {isBoosting ? <FreeBoostDialog job={job} isOpen onClose={boostDialog.close} /> : null}
      <CloseJobDialog job={job} isOpen={isClosing} onClose={closeDialog.close} />
      {isResuming ? <ResumeRenewalDialog job={job} isOpen onClose={resumeDialog.close} /> : null}
      <CancelRenewalDialog key={String(isCanceling)} job={job} isOpen={isCanceling} onClose={cancelDialog.close} />
    </>
  );
}

function hasActions(job: Job, mayEdit: boolean): boolean {
  return mayEdit || job.status === 'POSTED' || isPayable(job);
}
