import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { can } from '#shared/access/access.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { PageHeader, TabbedPage } from '#web/ui/PageHeader.tsx';

const tabs = [
  { path: '/company/driver-messages', label: t('messages.title') },
  {
    path: '/company/messages',
    label: t('messages.supportMessages'),
    description: t('support.messagesDescription'),
  },
] as const;

type Props = { path: (typeof tabs)[number]['path']; actions?: ReactNode; children: ReactNode };

/** The company's inbox: a tab for the conversations with drivers and one for those with support. */
export function CompanyInbox(props: Props) {
  const me = useMe();
  const navigate = useNavigate();
  const { path, actions, children } = props;
  const hasBothTabs = me.companyId !== null && can(me.roles, 'support.read') && can(me.roles, 'applicants.read');
  if (hasBothTabs)
    return <TabbedPage {...props} tabs={tabs} label={t('common.messages')} onPath={(to) => void navigate({ to })} />;
  return (
    <>
      <PageHeader title={path === tabs[0].path ? tabs[0].label : tabs[1].label} actions={actions} />
      {children}
    </>
  );
}
