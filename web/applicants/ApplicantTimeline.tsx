import { ActionIcon, Button, Group, Menu, SegmentedControl, Select, Stack, Text, Timeline } from '@mantine/core';
import { IconDots, IconMessage2, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { appointmentTime } from '#shared/applicants/interview.ts';
import { notAFitReasons, type Stage, withdrawReasons } from '#shared/applicants/stages.ts';
import { callOutcomes } from '#shared/applicants/timeline.ts';
import { labelOf } from '#shared/catalogues.ts';
import { weekdayAndDate } from '#shared/format.ts';
import { attachmentsText } from '#shared/messages/attachment.ts';
import type { TimeZone } from '#shared/time-zone.ts';
import { errorText } from '#web/api/errors.ts';
import { stored } from '#web/browser/stored.ts';
import { useMe, useTimeZone } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { findMentionedColleagues, findMentionsAfterEdit } from './mention-words.ts';
import { NoteField } from './NoteField.tsx';
import { NoteText } from './NoteText.tsx';
import {
  type Colleague,
  colleaguesQuery,
  stagesQuery,
  type StageSettings,
  type TimelineEntry,
  timelineQuery,
  useAddNote,
  useDeleteNote,
  useEditNote,
  useLogCall,
} from './queries.ts';
import { stageText } from './StageMenu.tsx';

const pageSize = 25;

type Props = { applicantId: string; companyId: string | undefined; mayEdit: boolean };

/** The applicant's history at the company, newest first, below the form for notes and calls. */
export function ApplicantTimeline({ applicantId, companyId, mayEdit }: Props) {
  const [limit, setLimit] = useState(pageSize);
  const { data, error, isFetching, refetch } = useQuery(timelineQuery(applicantId, limit));
  const { data: settings } = useQuery(stagesQuery(companyId));
  const { data: colleagues = [] } = useQuery(colleaguesQuery(companyId));
  return (
    <Stack gap="md">
      {mayEdit ? <TimelineForm key={applicantId} applicantId={applicantId} companyId={companyId} /> : null}
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
      {data ? (
        <Timeline bulletSize={18} lineWidth={2}>
          {data.items.map((entry) => (
            <Timeline.Item key={entry.id} bullet={bulletIcon(entry)}>
              <Entry
                entry={entry}
                otherJob={entry.applicantId === applicantId || namesJob(entry) ? null : entry.jobTitle}
                settings={settings}
                mayEdit={mayEdit}
                colleagues={colleagues}
              />
            </Timeline.Item>
          ))}
        </Timeline>
      ) : null}
      {data && data.pagination.total > data.items.length ? (
        <Button variant="subtle" loading={isFetching} onClick={() => setLimit(limit + pageSize)}>
          {t('hiring.showEarlier')}
        </Button>
      ) : null}
    </Stack>
  );
}

function bulletIcon({ kind }: TimelineEntry) {
  if (kind === 'call') return <IconPhone size={11} aria-hidden />;
  return kind === 'note' ? <IconMessage2 size={11} aria-hidden /> : undefined;
}

/** Whether the sentence of the entry names the application's job. */
const namesJob = ({ kind }: TimelineEntry) => kind === 'applied' || kind === 'withdrawn';

type EntryProps = {
  entry: TimelineEntry;
  /** The job of the entry if it is about another application of the person. */
  otherJob: string | null;
  settings: StageSettings | undefined;
  mayEdit: boolean;
  colleagues: readonly Colleague[];
};

function Entry({ entry, otherJob, settings, mayEdit, colleagues }: EntryProps) {
  const me = useMe();
  const timeZone = useTimeZone();
  const [isEditing, setIsEditing] = useState(false);
  const files = Array.isArray(entry.detail['files']) ? entry.detail['files'].map(toText) : [];
  const isOwn = mayEdit && entry.author?.id === me.id && (entry.kind === 'note' || entry.kind === 'call');
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Text size="sm">{getEntryText(entry, { settings, timeZone, colleagues })}</Text>
        {isOwn ? <NoteMenu entry={entry} onEdit={() => setIsEditing(true)} /> : null}
      </Group>
      {isEditing ? (
        <EditNoteForm entry={entry} colleagues={colleagues} onDone={() => setIsEditing(false)} />
      ) : entry.text ? (
        <NoteText text={entry.text} detail={entry.detail} colleagues={colleagues} />
      ) : null}
      {files.length > 0 ? <Text size="sm">{writeText(attachmentsText(files))}</Text> : null}
      <Text size="xs" c="dimmed">
        {otherJob === null ? '' : `${t('hiring.applicationForJob', { job: otherJob })} · `}
        {entry.author ? `${entry.author.name} · ` : ''}
        <DateText value={entry.at} dateFormat="time" />
        {entry.editedAt ? ` · ${t('hiring.edited')}` : ''}
      </Text>
    </Stack>
  );
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

type EntryContext = { settings: StageSettings | undefined; timeZone: TimeZone; colleagues: readonly Colleague[] };

/** The entry as a sentence. */
function getEntryText(entry: TimelineEntry, { settings, timeZone, colleagues }: EntryContext): string {
  const { kind, detail, jobTitle } = entry;
  const getStageName = (name: string) => stageText(settings, toText(detail[name]) as Stage);
  switch (kind) {
    case 'applied':
      return t('hiring.appliedToJob', { job: jobTitle });
    case 'withdrawn':
      return detail['reason']
        ? t('hiring.withdrewApplicationBecause', {
            job: jobTitle,
            reason: labelOf(withdrawReasons, toText(detail['reason']), writeText),
          })
        : t('hiring.withdrewApplication', { job: jobTitle });
    case 'viewed':
      return t('hiring.openedApplication');
    case 'stage': {
      const reason = detail['reason'] ? labelOf(notAFitReasons, toText(detail['reason']), writeText) : null;
      if (reason && detail['from'] === detail['to']) return t('hiring.reasonChanged', { reason });
      const names = { from: getStageName('from'), to: getStageName('to') };
      return reason ? t('hiring.movedFromToBecause', { ...names, reason }) : t('hiring.movedFromTo', names);
    }
    case 'owner':
      return detail['to'] ? t('hiring.ownerChanged') : t('hiring.ownerRemoved');
    case 'rating':
      return detail['rating'] === null ? t('hiring.ratingRemoved') : t('hiring.rated', { stars: Number(detail['rating']) });
    case 'tag_added':
      return t('hiring.tagAdded', { tag: toText(detail['tag']) });
    case 'tag_removed':
      return detail['tag'] ? t('hiring.tagRemoved', { tag: toText(detail['tag']) }) : t('hiring.tagsRemoved');
    case 'note':
      return t('hiring.note');
    case 'call':
      return callText(toText(detail['outcome']));
    case 'message':
      return messageText(detail);
    case 'interview':
      return interviewText(detail, timeZone);
    case 'follow_up':
      return followUpText(entry, colleagues);
    case 'merged':
      return t('hiring.applicantsMerged');
  }
}

function messageText({ from, channel }: TimelineEntry['detail']): string {
  if (channel === 'sms') return from === 'driver' ? t('hiring.textReceived') : t('hiring.textSent');
  if (channel === 'email') return t('hiring.emailReceived');
  return from === 'driver' ? t('hiring.messageReceived') : t('common.messageSent');
}

function interviewText({ change, by, at, ...detail }: TimelineEntry['detail'], timeZone: TimeZone): string {
  // Entries of earlier versions have no kind.
  const kind = toText(detail['kind']);
  switch (change) {
    case 'proposed':
      return t('hiring.interviewProposed', { kind });
    case 'rescheduled':
      return t('hiring.interviewRescheduled', { kind });
    case 'scheduled':
      return t('hiring.interviewScheduled', { kind, time: appointmentTime(t, toText(at), timeZone) });
    case 'declined':
      return t('hiring.interviewDeclined', { kind });
    case 'no_show':
      return t('hiring.interviewNoShow', { kind });
    case 'no_show_undone':
      return t('hiring.interviewNoShowUndone', { kind });
    default:
      return by === 'driver' ? t('hiring.interviewCanceledByDriver', { kind }) : t('hiring.interviewCanceled', { kind });
  }
}

function followUpText({ detail, author }: TimelineEntry, colleagues: readonly Colleague[]): string {
  const { change, dueOn, ownerId } = detail;
  const day = writeText(weekdayAndDate(toText(dueOn)));
  /** Undefined for a colleague who has left. */
  const name = colleagues.find(({ id }) => id === ownerId)?.name;
  switch (change) {
    case 'added':
      return name !== undefined && ownerId !== author?.id
        ? t('hiring.followUpAddedFor', { name, day })
        : t('hiring.followUpAdded', { day });
    case 'assigned':
      return name === undefined ? t('hiring.followUpReassigned') : t('hiring.followUpAssigned', { name });
    case 'moved':
      return t('hiring.followUpMoved', { day });
    case 'changed':
      return t('hiring.followUpChanged');
    case 'done':
      return t('hiring.followUpDone');
    case 'reopened':
      return t('hiring.followUpReopened', { day });
    default:
      return t('hiring.followUpDeleted');
  }
}

function callText(outcome: string): string {
  switch (outcome) {
    case 'reached':
      return t('hiring.callReached');
    case 'no_answer':
      return t('hiring.callNoAnswer');
    case 'left_voicemail':
      return t('hiring.callLeftVoicemail');
    default:
      return t('hiring.callWrongNumber');
  }
}

function NoteMenu({ entry, onEdit }: { entry: TimelineEntry; onEdit: () => void }) {
  const remove = useDeleteNote();
  const { ask, dialog } = useConfirm();
  const confirm = async () => {
    const isConfirmed = await ask({
      title: t('hiring.deleteNoteTitle'),
      confirmLabel: t('common.deleteButton'),
      isDestructive: true,
    });
    if (isConfirmed) remove.mutate({ id: entry.id });
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('hiring.noteActions')}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onEdit}>{t('common.edit')}</Menu.Item>
          <Menu.Item color="red" onClick={() => void confirm()}>
            {t('common.deleteButton')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}

type EditNoteProps = { entry: TimelineEntry; colleagues: readonly Colleague[]; onDone: () => void };

function EditNoteForm({ entry, colleagues, onDone }: EditNoteProps) {
  const edit = useEditNote();
  const me = useMe();
  const [draftText, setDraftText] = useState(entry.text ?? '');
  const otherColleagues = entry.kind === 'note' ? colleagues.filter(({ id }) => id !== me.id) : [];
  const { mentions } = entry.detail;
  const note = { text: entry.text ?? '', mentions: Array.isArray(mentions) ? mentions.map(String) : [] };
  const request = {
    id: entry.id,
    text: draftText,
    ...(entry.kind === 'note' && { mentions: findMentionsAfterEdit(note, draftText, otherColleagues) }),
  };
  return (
    <Stack gap="xs">
      <NoteField
        aria-label={t('hiring.note')}
        autosize
        minRows={2}
        maxLength={4000}
        colleagues={otherColleagues}
        value={draftText}
        error={edit.error ? errorText(edit.error) : undefined}
        onChange={setDraftText}
      />
      <Group gap="xs">
        <Button
          size="xs"
          color="orange"
          loading={edit.isPending}
          disabled={!draftText.trim()}
          onClick={() => edit.mutate(request, { onSuccess: onDone })}
        >
          {t('common.save')}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The unsent note or call about an applicant. It stays when the user opens another panel or applicant. */
const noteDraft = stored('applicantNote', z.string());

/** Adds a note, which can mention colleagues, or logs a call. */
function TimelineForm({ applicantId, companyId }: Omit<Props, 'mayEdit'>) {
  const [kind, setKind] = useState<'note' | 'call'>('note');
  const me = useMe();
  const draftOwner = `${me.id}:${applicantId}`;
  const draftText = noteDraft.useValue(draftOwner) ?? '';
  const setDraftText = (text: string) => (text ? noteDraft.write(text, draftOwner) : noteDraft.clear(draftOwner));
  const [outcome, setOutcome] = useState<(typeof callOutcomes)[number]>('reached');
  const { data: allColleagues = [] } = useQuery(colleaguesQuery(companyId));
  const colleagues = allColleagues.filter(({ id }) => id !== me.id);
  const add = useAddNote();
  const log = useLogCall();
  const saveMutation = kind === 'note' ? add : log;
  const clear = () => setDraftText('');
  const save = () =>
    kind === 'note'
      ? add.mutate(
          { applicantId, text: draftText, mentions: findMentionedColleagues(draftText, colleagues).map(({ id }) => id) },
          { onSuccess: clear },
        )
      : log.mutate({ applicantId, outcome, text: draftText }, { onSuccess: clear });
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={t('hiring.addToTimeline')}
        value={kind}
        onChange={(value) => setKind(value === 'call' ? 'call' : 'note')}
        data={[
          { value: 'note', label: t('hiring.note') },
          { value: 'call', label: t('hiring.logCall') },
        ]}
      />
      {kind === 'call' ? (
        <Select
          label={t('hiring.outcome')}
          allowDeselect={false}
          value={outcome}
          onChange={(value) => setOutcome(callOutcomes.find((one) => one === value) ?? 'reached')}
          data={callOutcomes.map((value) => ({ value, label: callText(value) }))}
        />
      ) : null}
      <NoteField
        label={kind === 'note' ? t('hiring.noteForTeam') : t('hiring.callNotes')}
        description={kind === 'note' && colleagues.length > 0 ? t('hiring.mentionHint') : undefined}
        autosize
        minRows={2}
        maxLength={4000}
        value={draftText}
        error={saveMutation.error ? errorText(saveMutation.error) : undefined}
        onChange={setDraftText}
        colleagues={kind === 'note' ? colleagues : []}
      />
      <Group justify="flex-end">
        <Button
          size="xs"
          color="orange"
          loading={saveMutation.isPending}
          disabled={kind === 'note' && !draftText.trim()}
          onClick={save}
        >
          {kind === 'note' ? t('hiring.addNote') : t('hiring.logCall')}
        </Button>
      </Group>
    </Stack>
  );
}
