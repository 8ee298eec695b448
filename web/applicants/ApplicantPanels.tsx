import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { canMoveToContacted } from '#shared/applicants/stages.ts';
import { ApplicantInterviews } from '#web/interviews/ApplicantInterviews.tsx';
import { ApplicantMessages } from '#web/messages/MessageThread.tsx';
import { useTimeZone } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { ApplicantFollowUps } from './ApplicantFollowUps.tsx';
import { ApplicantTimeline } from './ApplicantTimeline.tsx';
import { type ApplicantPanel, applicantPanels } from './panels.ts';
import { type Applicant, applicantPageQuery, stagesQuery, useCompanyName } from './queries.ts';
import { stageText } from './StageMenu.tsx';

type Props = {
  applicant: Applicant;
  /** The company that an administrator chose. Undefined for the user's own company. */
  companyId: string | undefined;
  mayEdit: boolean;
  panel: ApplicantPanel | undefined;
  onPanelChange: (panel: ApplicantPanel | undefined) => void;
};

/** An applicant's follow-ups, timeline, messages and interviews. */
export function ApplicantPanels({ applicant, companyId, mayEdit, panel, onPanelChange }: Props) {
  const companyName = useCompanyName(applicant.id);
  const readerZone = useTimeZone();
  const { data: page, isError } = useQuery(applicantPageQuery(applicant.id));
  const companyTimeZone = page?.companyTimeZone ?? (isError ? readerZone : undefined);
  const { data: settings } = useQuery(stagesQuery(companyId));
  return (
    <>
      <ApplicantFollowUps applicant={applicant} companyId={companyId} mayEdit={mayEdit} />
      <Tabs
        value={panel ?? 'timeline'}
        onChange={(value) => onPanelChange(applicantPanels.find((one) => one === value))}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="timeline">{t('hiring.timeline')}</Tabs.Tab>
          <Tabs.Tab value="messages">{t('common.messages')}</Tabs.Tab>
          <Tabs.Tab value="interviews">{t('common.interviews')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="timeline">
          <ApplicantTimeline applicantId={applicant.id} companyId={companyId} mayEdit={mayEdit} />
        </Tabs.Panel>
        <Tabs.Panel value="messages">
          <ApplicantMessages
            key={applicant.id}
            applicant={applicant}
            companyId={companyId}
            contactedName={stageText(settings, 'contacted')}
            canMove={settings !== undefined && canMoveToContacted(settings, applicant.stage)}
            companyName={companyName}
            mayWrite={mayEdit}
          />
        </Tabs.Panel>
        <Tabs.Panel value="interviews">
          <ApplicantInterviews key={applicant.id} applicant={applicant} companyTimeZone={companyTimeZone} mayEdit={mayEdit} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
