import { ActionIcon, Drawer, Group, Skeleton, Stack, Text, Tooltip, Anchor, Button, Pill, Tabs } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useRef, useEffect, useState } from 'react';
import { applicantFields, applicantText, missing as missingText } from '#shared/drivers/applicant-fields.ts';
import { fullName, listTotal, number } from '#shared/format.ts';
import { TagInput } from '#web/jobs/TagInput.tsx';
import { jobQuery } from '#web/jobs/queries.ts';
import { ApplicantMessages } from '#web/messages/MessageThread.tsx';
import { t, writeText } from '#web/texts/app.ts';
import { Facts } from '#web/ui/Section.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { EmailText, PhoneLink, DateText } from '#web/ui/Values.tsx';
import { textFields, ApplicantRating } from './applicant-columns.tsx';
import { ApplicantTimeline } from './ApplicantTimeline.tsx';
import { ApplicantFit, ApplicantHeader } from './ApplicantWork.tsx';
import { type Applicant, applicantQuery, type TagChange, useChangeTags } from './queries.ts';

type Props = {
  id: string;
  /** The company, for administrators. */
  companyId?: string | undefined;
  /** The list's current page, which can be walked through without closing the drawer. */
  among: readonly Applicant[];
  /** Continues with the next or previous page of the list. */
  pages?: { start: number; total: number; goToNeighbor: (by: 1 | -1) => Promise<void> } | undefined;
  mayEdit: boolean;
  isTagging: boolean;
  /** The opened panel, if the address has it. */
  panel?: 'messages' | undefined;
  onPanel?: (panel: 'messages' | undefined) => void;
  onShow: (id: string) => void;
  onClose: () => void;
};

/** One applicant next to the list, which an email's link can open. `j` and `k` move to the next and the previous one. */
export function ApplicantDrawer({ id, companyId, among, pages, mayEdit, isTagging, panel, onPanel, onShow, onClose }: Props) {
  const at = among.findIndex((row) => row.id === id);
  const { data, error, isFetching, refetch } = useQuery({ ...applicantQuery(id), placeholderData: among[at] });
  const [ownPanel, setOwnPanel] = useState<'messages' | undefined>(panel);
  const opened = onPanel ? panel : ownPanel;
  const openPanel = onPanel ?? setOwnPanel;
  const previous = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const start = pages?.start ?? 0;
  const total = pages?.total ?? among.length;
  const step = (by: 1 | -1) => {
    if (at < 0) return;
    const row = among[at + by];
    (by > 0 ? next : previous).current?.focus();
    if (row) onShow(row.id);
    else if (start + at + by >= 0 && start + at + by < total) void pages?.goToNeighbor(by);
  };
  useHotkeys([
    ['j', () => step(1)],
    ['k', () => step(-1)],
  ]);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={
        <Text span fw={650} size="lg">
          {data ? fullName(data) : t('applicants.applicant')}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {at < 0 ? null : (
        <Group gap="xs" mb="sm">
          <Step
            ref={previous}
            label={t('applicants.previousApplicant')}
            hotkey="k"
            isEnd={start + at === 0}
            onStep={() => step(-1)}
          />
          <Step
            ref={next}
            label={t('applicants.nextApplicant')}
            hotkey="j"
            isEnd={start + at === total - 1}
            onStep={() => step(1)}
          />
          <Text size="sm" c="dimmed" className="tabular">
            {pages
              ? t('hiring.applicantOfTotal', { at: number(start + at + 1), total: listTotal(total) })
              : t('applicants.applicantOfPage', { at: at + 1, count: among.length })}
          </Text>
        </Group>
      )}
      {data ? (
        <Stack gap="lg" key={data.id}>
          <ApplicantHeader applicant={data} companyId={companyId} mayEdit={mayEdit} />
          <ApplicantDetail jobId={data.job.id} applicant={data} mayEdit={mayEdit} isTagging={isTagging} />
          <ApplicantFit applicant={data} mayEdit={mayEdit} />
          <Tabs
            value={opened ?? 'timeline'}
            onChange={(value) => openPanel(value === 'messages' ? 'messages' : undefined)}
            keepMounted={false}
          >
            <Tabs.List mb="md">
              <Tabs.Tab value="timeline">{t('hiring.timeline')}</Tabs.Tab>
              <Tabs.Tab value="messages">{t('messages.myTitle')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="timeline">
              <ApplicantTimeline applicantId={data.id} companyId={companyId} mayEdit={mayEdit} />
            </Tabs.Panel>
            <Tabs.Panel value="messages">
              <ApplicantMessages key={data.id} applicant={data} companyId={companyId} mayWrite={mayEdit} />
            </Tabs.Panel>
          </Tabs>
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Stack gap="md" {...asStatus(t('applicants.loadingApplicant'))}>
          <Skeleton h="1.5rem" w="10rem" />
          <Skeleton h="2.25rem" />
          <Skeleton h="12rem" />
        </Stack>
      )}
    </Drawer>
  );
}

type StepProps = {
  ref: Ref<HTMLButtonElement>;
  label: string;
  hotkey: string;
  /** Keeps the focus at the first and last applicant, where there is no further one. */
  isEnd: boolean;
  onStep: () => void;
};

function Step({ ref, label, hotkey, isEnd, onStep }: StepProps) {
  const Icon = hotkey === 'j' ? IconChevronDown : IconChevronUp;
  return (
    <Tooltip label={`${label} (${hotkey})`}>
      <ActionIcon
        ref={ref}
        variant="default"
        aria-label={label}
        aria-disabled={isEnd || undefined}
        data-disabled={isEnd || undefined}
        onClick={onStep}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

const missing = writeText(missingText);

type DetailProps = {
  jobId: string;
  applicant: Applicant;
  mayEdit: boolean;
  /** Opened to add a tag, so the tag field has the focus. */
  isTagging?: boolean;
};

/** Everything that an employer may know about an applicant: whether they are 21 or over, never the birth date. */
export function ApplicantDetail({ jobId, applicant, mayEdit, isTagging = false }: DetailProps) {
  const { phone, email, street1, street2, city, state, postalCode, message } = applicant;
  const place = [[street1, street2].filter(Boolean).join(' '), city, [state, postalCode].filter(Boolean).join(' ')];
  return (
    <Stack gap="md" py="xs">
      <ApplicantRating jobId={jobId} applicant={applicant} mayEdit={mayEdit} />
      <ApplicantTags jobId={jobId} applicant={applicant} mayEdit={mayEdit} isTagging={isTagging} />
      {message ? (
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          “{message}”
        </Text>
      ) : null}
      <Facts
        cols={3}
        facts={[
          [t('common.phone'), <PhoneLink key="phone" digits={phone} missing={missing} />],
          [
            t('common.email'),
            email ? (
              <Anchor key="email" size="sm" href={`mailto:${email}`}>
                <EmailText email={email} />
              </Anchor>
            ) : (
              missing
            ),
          ],
          [t('common.address'), place.filter(Boolean).join(', ') || missing],
          ...textFields.map(
            (field) => [writeText(applicantFields[field].label), applicantText(field, applicant[field], writeText)] as const,
          ),
          [t('applicants.applied'), <DateText key="applied" value={applicant.applicationAt} as="time" />],
        ]}
      />
    </Stack>
  );
}

type ApplicantTagsProps = { jobId: string; applicant: Applicant; mayEdit: boolean; isTagging: boolean };

/** The company's tags on an applicant: add one, remove one, remove all. */
function ApplicantTags({ jobId, applicant, mayEdit, isTagging }: ApplicantTagsProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isTagging) field.current?.focus();
  }, [isTagging]);
  const { data: job } = useQuery(jobQuery(jobId));
  const change = useChangeTags(jobId);
  const { tags } = applicant;
  const name = `${applicant.firstName} ${applicant.lastName}`;
  const send = (request: TagChange) => change.mutate(request);
  return (
    <Group gap="xs">
      {tags.map((tag) => (
        <Pill
          key={tag.id}
          size="md"
          withRemoveButton={mayEdit && !tag.id.startsWith('new:')}
          onRemove={() => send({ applicant, remove: tag })}
          removeButtonProps={{
            'aria-label': t('applicants.removeTagText', { text: tag.text }),
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {tag.text}
        </Pill>
      ))}
      {mayEdit ? (
        <Group gap="xs" wrap="nowrap">
          <TagInput
            ref={field}
            data-autofocus={isTagging || undefined}
            aria-label={t('applicants.newTagForName', { name })}
            size="xs"
            w="10rem"
            companyId={job?.companyId}
            used={tags.map((tag) => tag.text)}
            onAdd={(text) => send({ applicant, add: text })}
          />
          {tags.length > 1 ? (
            <Button size="xs" variant="subtle" color="gray" onClick={() => send({ applicant, cleanAll: true })}>
              {t('applicants.cleanAll')}
            </Button>
          ) : null}
        </Group>
      ) : null}
    </Group>
  );
}
