import { Button, Group, Modal, Stack, Text, TextInput, Loader, Select } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { fullName } from '#shared/format.ts';
import { errorText } from '#web/api/errors.ts';
import { storedText } from '#web/browser/stored-text.ts';
import { useImpersonation } from '#web/session/impersonation-state.ts';
import { actAs, goToAdmin } from '#web/signed-in/impersonate.ts';
import type { Me } from '#web/signed-in/me.ts';
import { t } from '#web/texts/app.ts';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { type ChosenCompany, CompanySelect, companiesByName, peopleOf } from './CompanySelect.tsx';
import styles from './impersonation.module.css';

type Props = {
  isOpen: boolean;
  /** The company of the current impersonation, if any. */
  company: ChosenCompany | null;
  onClose: () => void;
  /** The dialog was opened in the admin portal, where Cancel only closes it. */
  isInAdmin?: boolean;
  /** Why the impersonation is needed, and the screen to continue on. */
  purpose?: { reason: string; landingPath: string } | undefined;
};

/**
 * Selects a company and then one of its people to impersonate (`docs/product/access.md#impersonation`). Cancel returns to
 * the admin portal, and closing stays in the company portal. A failed impersonation closes the dialog and is only logged.
 */
export function PickerDialog({ isOpen, company: current, onClose, isInAdmin = false, purpose }: Props) {
  const [company, setCompany] = useState(current);
  const [userId, setUserId] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const impersonation = useMutation({
    mutationFn: actAs,
    onError: (error) => {
      console.warn(t('admin.impersonationFailed'), error);
      onClose();
    },
  });
  const leaveMutation = useMutation({ mutationFn: goToAdmin });
  const isBusy = impersonation.isPending || impersonation.isSuccess || leaveMutation.isPending || leaveMutation.isSuccess;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!company || !userId) return;
    impersonation.mutate({
      companyId: company.id,
      companyName: company.name,
      userId,
      reason: reason.trim(),
      landingPath: purpose?.landingPath,
    });
  };
  return (
    <Modal
      opened={isOpen}
      onClose={isBusy ? () => undefined : onClose}
      title={t('admin.impersonateUser')}
      closeButtonProps={{ 'aria-label': isInAdmin ? t('ui.close') : t('admin.continueWithoutCompany') }}
    >
      <form onSubmit={send}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {purpose ? `${purpose.reason} ` : ''}
            {t('admin.impersonationNote')}
          </Text>
          <CompanySelect
            find={companiesByName}
            value={company}
            onChange={(chosen) => {
              setCompany(chosen);
              setUserId(null);
            }}
          />
          <UserSelect key={company?.id} companyId={company?.id ?? null} value={userId} onChange={setUserId} />
          <TextInput
            label={t('common.reason')}
            description={t('admin.impersonationReasonHint')}
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={isBusy} onClick={isInAdmin ? onClose : () => leaveMutation.mutate()}>
              {t('common.cancel')}
            </Button>
            <Button
              type="submit"
              color="orange"
              loading={impersonation.isPending}
              disabled={!company || !userId || leaveMutation.isPending}
            >
              {t('common.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type UserSelectProps = { companyId: string | null; value: string | null; onChange: (userId: string | null) => void };

/** The people of the company who can sign in, searched by name or address. */
function UserSelect({ companyId, value, onChange }: UserSelectProps) {
  const { data, isFetching, error } = useQuery({ ...peopleOf(companyId ?? ''), enabled: companyId !== null });
  const people = companyId === null ? [] : (data ?? []);
  const isEmpty = companyId !== null && data?.length === 0;
  return (
    <Select
      label={t('admin.selectUser')}
      placeholder={companyId === null ? t('common.chooseACompany') : t('admin.typeNameOrEmail')}
      description={isEmpty ? t('admin.noUsersAvailable') : undefined}
      searchable
      openOnFocus={false}
      disabled={companyId === null || isEmpty}
      data={people.map((person) => ({ value: person.id, label: `${fullName(person)} (${person.email})` }))}
      value={value}
      onChange={onChange}
      nothingFoundMessage={isFetching ? t('admin.searchingUsers') : t('admin.noUsersMatch')}
      rightSection={isFetching ? <Loader size="xs" {...asStatus(t('admin.searchingUsers'))} /> : undefined}
      error={error ? errorText(error) : undefined}
      maxDropdownHeight={240}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}

/** Remembers for the tab that an administrator closed the picker to work without a company. */
const pickerClosedBy = storedText('companyPickerClosed', 'sessionStorage');

const toCreate = {
  reason: t('admin.postingNeedsCompany'),
  landingPath: '/company/jobs/new',
};

/**
 * The company picker for administrators, in the top bar. It opens automatically if no company is chosen, unless the URL
 * names one (`docs/product/access.md#impersonation`). It also opens when the administrator creates a job.
 */
export function CompanyPicker({ me }: { me: Me }) {
  const impersonation = useImpersonation();
  const isActing = me.impersonatorId !== null;
  const navigate = useNavigate();
  const { company: companyParam, create } = useSearch({ strict: false });
  const isCreating = Boolean(create) && !isActing;
  const isNamed = Boolean(companyParam);
  const [isOpen, setOpen] = useState(!isActing && !isNamed && pickerClosedBy.read() !== me.id);
  const [times, setTimes] = useState(0);
  // The label does not name the company, because the top bar does.
  const label = isActing ? t('admin.changeCompany') : t('admin.selectCompany');
  const open = () => {
    setTimes(times + 1);
    setOpen(true);
  };
  const close = () => {
    if (!isActing) pickerClosedBy.write(me.id);
    setOpen(false);
    if (isCreating) void navigate({ to: '/company/jobs', search: { company: companyParam }, replace: true });
  };
  return (
    <>
      <Button
        variant="default"
        size="sm"
        className={styles.picker}
        leftSection={<IconBuilding size="1rem" aria-hidden />}
        aria-label={label}
        aria-haspopup="dialog"
        onClick={open}
      >
        <span className={styles.name}>{label}</span>
      </Button>
      <PickerDialog
        key={`${times} ${isCreating}`}
        isOpen={isOpen || isCreating}
        company={impersonation && { id: impersonation.companyId, name: impersonation.companyName }}
        onClose={close}
        purpose={isCreating ? toCreate : undefined}
      />
    </>
  );
}
