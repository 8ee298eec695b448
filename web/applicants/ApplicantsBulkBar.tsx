import { Button, Group, Menu, Modal, Select, TextInput } from '@mantine/core';
import { IconChevronDown, IconMessages, IconTag, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listTotal } from '#shared/format.ts';
import { maxBulkApplicants } from '#shared/drivers/applicant.ts';
import type { Filter } from '#shared/lists/list.ts';
import { maxRecipients } from '#shared/messages/message.ts';
import { MessageManyDialog } from '#web/messages/MessageManyDialog.tsx';
import { useMe } from '#web/use-me.ts';
import { errorText } from '#web/errors.ts';
import { t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';
import { chosenStages, NotAFitDialog, stageText } from './StageMenu.tsx';
import { colleaguesQuery, stagesQuery, useChangeMany, type Applicant, type BulkChange } from './queries.ts';

type Props = {
  rows: readonly Applicant[];
  /** How many applicants the list finds in all. */
  total: number;
  filters: Filter | undefined;
  companyId: string | undefined;
  onDone: () => void;
};

/** The changes for the selected applicants, or for all that the list finds. */
export function ApplicantsBulkBar({ rows, total, filters, companyId, onDone }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  const [openDialog, setOpenDialog] = useState<'reason' | 'owner' | 'tag' | 'message' | null>(null);
  const { data: settings } = useQuery(stagesQuery(companyId));
  const change = useChangeMany();
  const me = useMe();
  const [example] = rows;
  const count = isWhole ? Math.min(total, maxBulkApplicants) : rows.length;
  const close = () => {
    setOpenDialog(null);
    change.reset();
  };
  const send = (request: BulkChange) =>
    change.mutate(
      { companyId, ...(isWhole ? { filters } : { ids: rows.map(({ id }) => id) }), ...request },
      {
        onSuccess: ({ changed, unchanged }) => {
          close();
          onDone();
          toast.success(t('hiring.applicantsChanged', { changed, unchanged }));
        },
        onError: (error) => (openDialog ? undefined : toast.error(error)),
      },
    );
  return (
    <>
      {total > rows.length ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setIsWhole(!isWhole)}>
          {isWhole
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
          {chosenStages(settings).map((stage) => (
            <Menu.Item key={stage} onClick={() => (stage === 'not_a_fit' ? setOpenDialog('reason') : send({ stage }))}>
              {stageText(settings, stage)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button variant="default" leftSection={<IconUser size={16} aria-hidden />} onClick={() => setOpenDialog('owner')}>
        {t('hiring.owner')}
      </Button>
      <Button variant="default" leftSection={<IconTag size={16} aria-hidden />} onClick={() => setOpenDialog('tag')}>
        {t('hiring.tag')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconMessages size={16} aria-hidden />}
        disabled={count > maxRecipients}
        title={count > maxRecipients ? t('messages.tooManyRecipients', { count: maxRecipients }) : undefined}
        onClick={() => setOpenDialog('message')}
      >
        {t('messages.messageAll')}
      </Button>
      {openDialog === 'message' && example ? (
        <MessageManyDialog
          count={count}
          recipients={{ companyId, ...(isWhole ? { filters } : { ids: rows.map(({ id }) => id) }) }}
          example={example}
          companyName={me.companyName ?? ''}
          onClose={close}
        />
      ) : null}
      {openDialog === 'reason' ? (
        <NotAFitDialog
          title={t('hiring.whyAreTheyNotAFit', { count })}
          onClose={close}
          onChoose={(reason) => send({ stage: 'not_a_fit', reason })}
        />
      ) : null}
      {openDialog === 'owner' ? (
        <OwnerDialog count={count} companyId={companyId} change={change} onClose={close} onSend={send} />
      ) : null}
      {openDialog === 'tag' ? <TagDialog count={count} change={change} onClose={close} onSend={send} /> : null}
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
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Select
        label={t('hiring.owner')}
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
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (tag.trim()) onSend({ tag });
        }}
      >
        <TextInput
          label={t('hiring.tag')}
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
            {t('hiring.addTag')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
