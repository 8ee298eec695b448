import { Button, Group, Menu, Modal, Select, TextInput } from '@mantine/core';
import { IconChevronDown, IconMessages, IconTag, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AssignableStage } from '#shared/applicants/stages.ts';
import type { Filter } from '#shared/lists/list.ts';
import { maxRecipients } from '#shared/messages/message.ts';
import { errorText } from '#web/api/errors.ts';
import { listTotal } from '#web/browser/format.ts';
import { BulkMessageDialog } from '#web/messages/BulkMessageDialog.tsx';
import { t } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { colleaguesQuery, stagesQuery, useChangeMany, useCompanyName, type Applicant, type BulkChange } from './queries.ts';
import { getAssignableStages, NotAFitDialog, stageText } from './StageMenu.tsx';
import { useSelection } from './use-selection.ts';

type Props = {
  rows: readonly Applicant[];
  /** The number of applicants that match the list's filters. */
  total: number;
  filters: Filter | undefined;
  companyId: string | undefined;
  onDone: () => void;
};

/** The number of applicants that a message names. */
const maxNames = 3;

/**
 * The actions for the selected applicants, or for all applicants that match the filters. Other filters need another `key`, so
 * that a selected result is forgotten.
 */
export function ApplicantsBulkBar({ rows, total, filters, companyId, onDone }: Props) {
  const [openDialog, setOpenDialog] = useState<'reason' | 'owner' | 'tag' | 'message' | null>(null);
  const { data: settings } = useQuery(stagesQuery(companyId));
  const change = useChangeMany();
  const [example] = rows;
  const companyName = useCompanyName(openDialog === 'message' ? example?.id : undefined);
  const selection = useSelection({ rows, filters, companyId });
  const { ask, dialog } = useConfirm();
  const { count, recipients, isAllSelected } = selection;
  // The rows behind an open dialog can change. What counts is what the person saw before it opened.
  const [seenBeforeDialog, setSeenBeforeDialog] = useState(selection.seen);
  const close = () => {
    setOpenDialog(null);
    change.reset();
  };
  const openReasons = () => {
    setSeenBeforeDialog(selection.seen);
    setOpenDialog('reason');
  };
  const moveTo = async (stage: AssignableStage) => {
    const { seen } = selection;
    const title = t('hiring.moveApplicants', { count, stage: stageText(settings, stage) });
    if (!isAllSelected || (await ask({ title, confirmLabel: t('hiring.move') }))) send({ stage }, seen);
  };
  const send = (request: BulkChange, seen = selection.seen) =>
    change.mutate(
      { ...recipients, ...seen, ...request },
      {
        onSuccess: ({ changed, unchanged, conflicts }) => {
          close();
          onDone();
          toast.success(t('hiring.applicantsChanged', { changed, unchanged }));
          const names = conflicts.slice(0, maxNames).map(({ name }) => name);
          const nameList = [...names, ...(conflicts.length > maxNames ? ['…'] : [])].join(', ');
          if (conflicts.length > 0)
            toast.warning(t('hiring.applicantsMovedMeanwhile', { count: conflicts.length, names: nameList }));
        },
        onError: (error) => (openDialog ? undefined : toast.error(error)),
      },
    );
  return (
    <>
      {total > rows.length ? (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={selection.isCounting}
          onClick={isAllSelected ? selection.selectRows : selection.selectAll}
        >
          {isAllSelected
            ? t('hiring.selectOnlyThese', { count: rows.length })
            : t('hiring.selectAllFound', { total: listTotal(total) })}
        </Button>
      ) : null}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" loading={change.isPending} rightSection={<IconChevronDown size={14} aria-hidden />}>
            {t('hiring.moveTo')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {getAssignableStages(settings).map((stage) => (
            <Menu.Item key={stage} onClick={() => (stage === 'not_a_fit' ? openReasons() : void moveTo(stage))}>
              {stageText(settings, stage)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button variant="default" leftSection={<IconUser size={16} aria-hidden />} onClick={() => setOpenDialog('owner')}>
        {t('common.owner')}
      </Button>
      <Button variant="default" leftSection={<IconTag size={16} aria-hidden />} onClick={() => setOpenDialog('tag')}>
        {t('common.tag')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconMessages size={16} aria-hidden />}
        disabled={count > maxRecipients}
        title={count > maxRecipients ? t('messages.tooManyRecipients', { count: maxRecipients }) : undefined}
        onClick={() => setOpenDialog('message')}
      >
        {t('common.message')}
      </Button>
      {openDialog === 'message' && example ? (
        <BulkMessageDialog
          count={count}
          recipients={recipients}
          example={example}
          selectedApplicants={isAllSelected ? undefined : rows}
          contactedName={stageText(settings, 'contacted')}
          companyName={companyName}
          onClose={(isSent) => {
            close();
            if (isSent) onDone();
          }}
        />
      ) : null}
      {openDialog === 'reason' ? (
        <NotAFitDialog
          companyId={companyId}
          title={t('hiring.manyNotAFitTitle', { count })}
          onClose={close}
          onChoose={(reason) => send({ stage: 'not_a_fit', reason }, seenBeforeDialog)}
        />
      ) : null}
      {openDialog === 'owner' ? (
        <OwnerDialog count={count} companyId={companyId} change={change} onClose={close} onSend={send} />
      ) : null}
      {openDialog === 'tag' ? <TagDialog count={count} change={change} onClose={close} onSend={send} /> : null}
      {dialog}
    </>
  );
}

type DialogProps = {
  count: number;
  change: { error: unknown; isPending: boolean };
  onClose: () => void;
  onSend: (request: BulkChange) => void;
};

function OwnerDialog({ count, companyId, change, onClose, onSend }: DialogProps & { companyId: string | undefined }) {
  const { data: colleagues } = useQuery(colleaguesQuery(companyId));
  const [ownerId, setOwnerId] = useState<string | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('hiring.ownerForApplicants', { count })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Select
        label={t('common.owner')}
        placeholder={t('hiring.noOwner')}
        clearable
        searchable
        data-autofocus
        value={ownerId}
        onChange={setOwnerId}
        data={(colleagues ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        error={change.error ? errorText(change.error) : undefined}
      />
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button color="orange" loading={change.isPending} onClick={() => onSend({ ownerId })}>
          {ownerId ? t('hiring.assign') : t('hiring.removeOwner')}
        </Button>
      </Group>
    </Modal>
  );
}

function TagDialog({ count, change, onClose, onSend }: DialogProps) {
  const [tag, setTag] = useState('');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('hiring.tagForApplicants', { count })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (tag.trim()) onSend({ tag });
        }}
      >
        <TextInput
          label={t('common.tag')}
          data-autofocus
          value={tag}
          onChange={(event) => setTag(event.currentTarget.value)}
          error={change.error ? errorText(change.error) : undefined}
        />
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color="orange" loading={change.isPending} disabled={!tag.trim()}>
            {t('common.addTag')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
