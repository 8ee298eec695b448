import {
  ActionIcon,
  Button,
  Group,
  Menu,
  MultiSelect,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
  Timeline,
} from '@mantine/core';
import { IconDots, IconMessage2, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notAFitReasons, type Stage } from '#shared/applicants/stages.ts';
import { callOutcomes } from '#shared/applicants/timeline.ts';
import { labelOf } from '#shared/catalogues.ts';
import { errorText } from '#web/errors.ts';
import { t, writeText } from '#web/texts/app.ts';
import { DateText } from '#web/ui/Values.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { useMe } from '#web/use-me.ts';
import {
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

/** Everything that happened with the person at the company, newest first, with the form for notes and calls on top. */
export function ApplicantTimeline({ applicantId, companyId, mayEdit }: Props) {
  const [limit, setLimit] = useState(pageSize);
  const { data, error, isFetching, refetch } = useQuery(timelineQuery(applicantId, limit));
  const { data: settings } = useQuery(stagesQuery(companyId));
  return (
    <Stack gap="md">
      {mayEdit ? <TimelineForm key={applicantId} applicantId={applicantId} companyId={companyId} /> : null}
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
      {data ? (
        <Timeline bulletSize={18} lineWidth={2}>
          {data.items.map((entry) => (
            <Timeline.Item key={entry.id} bullet={bulletOf(entry)}>
              <Entry entry={entry} settings={settings} mayEdit={mayEdit} />
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

function bulletOf({ kind }: TimelineEntry) {
  if (kind === 'call') return <IconPhone size={11} aria-hidden />;
  return kind === 'note' ? <IconMessage2 size={11} aria-hidden /> : undefined;
}

type EntryProps = { entry: TimelineEntry; settings: StageSettings | undefined; mayEdit: boolean };

function Entry({ entry, settings, mayEdit }: EntryProps) {
  const me = useMe();
  const [isEditing, setIsEditing] = useState(false);
  const isOwn = mayEdit && entry.author?.id === me.id && (entry.kind === 'note' || entry.kind === 'call');
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Text size="sm">{sentenceOf(entry, settings)}</Text>
        {isOwn ? <NoteMenu entry={entry} onEdit={() => setIsEditing(true)} /> : null}
      </Group>
      {isEditing ? (
        <EditNoteForm entry={entry} onDone={() => setIsEditing(false)} />
      ) : entry.text ? (
        <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {entry.text}
        </Text>
      ) : null}
      <Text size="xs" c="dimmed">
        {entry.author ? `${entry.author.name} · ` : ''}
        <DateText value={entry.at} as="time" />
        {entry.editedAt ? ` · ${t('hiring.edited')}` : ''}
      </Text>
    </Stack>
  );
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The entry as a sentence. */
function sentenceOf({ kind, detail, jobTitle }: TimelineEntry, settings: StageSettings | undefined): string {
  const stage = (name: string) => stageText(settings, textIn(detail[name]) as Stage);
  switch (kind) {
    case 'applied':
      return t('hiring.appliedToJob', { job: jobTitle });
    case 'withdrawn':
      return t('hiring.withdrewApplication', { job: jobTitle });
    case 'viewed':
      return t('hiring.openedApplication');
    case 'stage': {
      const reason = detail['reason'] ? labelOf(notAFitReasons, textIn(detail['reason']), writeText) : null;
      const names = { from: stage('from'), to: stage('to') };
      return reason ? t('hiring.movedFromToBecause', { ...names, reason }) : t('hiring.movedFromTo', names);
    }
    case 'owner':
      return detail['to'] ? t('hiring.ownerChanged') : t('hiring.ownerRemoved');
    case 'rating':
      return detail['rating'] === null ? t('hiring.ratingRemoved') : t('hiring.rated', { stars: Number(detail['rating']) });
    case 'tag_added':
      return t('hiring.tagAdded', { tag: textIn(detail['tag']) });
    case 'tag_removed':
      return detail['tag'] ? t('hiring.tagRemoved', { tag: textIn(detail['tag']) }) : t('hiring.tagsRemoved');
    case 'note':
      return t('hiring.note');
    case 'call':
      return callText(textIn(detail['outcome']));
    case 'message':
      return detail['from'] === 'driver' ? t('hiring.messageReceived') : t('hiring.messageSent');
    case 'interview':
      return t('hiring.interview');
    case 'merged':
      return t('hiring.joinedApplications');
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
    const isSure = await ask({ title: t('hiring.deleteNoteTitle'), confirmLabel: t('hiring.delete'), isDestructive: true });
    if (isSure) remove.mutate({ id: entry.id });
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
            {t('hiring.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}

function EditNoteForm({ entry, onDone }: { entry: TimelineEntry; onDone: () => void }) {
  const edit = useEditNote();
  const [written, setWritten] = useState(entry.text ?? '');
  return (
    <Stack gap="xs">
      <Textarea
        aria-label={t('hiring.note')}
        autosize
        minRows={2}
        value={written}
        error={edit.error ? errorText(edit.error) : undefined}
        onChange={(event) => setWritten(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button
          size="xs"
          color="orange"
          loading={edit.isPending}
          disabled={!written.trim()}
          onClick={() => edit.mutate({ id: entry.id, text: written }, { onSuccess: onDone })}
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

/** Adds a note, which can mention colleagues, or logs a call. */
function TimelineForm({ applicantId, companyId }: Omit<Props, 'mayEdit'>) {
  const [kind, setKind] = useState<'note' | 'call'>('note');
  const [written, setWritten] = useState('');
  const [mentions, setMentions] = useState<string[]>([]);
  const [outcome, setOutcome] = useState<(typeof callOutcomes)[number]>('reached');
  const { data: colleagues } = useQuery(colleaguesQuery(companyId));
  const add = useAddNote();
  const log = useLogCall();
  const saving = kind === 'note' ? add : log;
  const clear = () => {
    setWritten('');
    setMentions([]);
  };
  const save = () =>
    kind === 'note'
      ? add.mutate({ applicantId, text: written, mentions }, { onSuccess: clear })
      : log.mutate({ applicantId, outcome, text: written }, { onSuccess: clear });
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={t('hiring.whatToAdd')}
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
      <Textarea
        label={kind === 'note' ? t('hiring.noteForTeam') : t('hiring.whatWasSaid')}
        autosize
        minRows={2}
        maxLength={4000}
        value={written}
        error={saving.error ? errorText(saving.error) : undefined}
        onChange={(event) => setWritten(event.currentTarget.value)}
      />
      {kind === 'note' && colleagues && colleagues.length > 1 ? (
        <MultiSelect
          label={t('hiring.mention')}
          placeholder={mentions.length === 0 ? t('hiring.chooseColleagues') : undefined}
          searchable
          value={mentions}
          onChange={setMentions}
          data={colleagues.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
      <Group justify="flex-end">
        <Button size="xs" color="orange" loading={saving.isPending} disabled={kind === 'note' && !written.trim()} onClick={save}>
          {kind === 'note' ? t('hiring.addNote') : t('hiring.logCall')}
        </Button>
      </Group>
    </Stack>
  );
}
