import { ActionIcon, Alert, Anchor, Badge, Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { IconBellSearch, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { type AlertFrequency, alertFrequencies, readFilters } from '#shared/drivers/saved-search.ts';
import { mailPreferencesQuery } from '#web/account/queries.ts';
import { errorText } from '#web/api/errors.ts';
import { publicLink } from '#web/browser/language.ts';
import { rich, t, writeText } from '#web/texts/app.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { toast } from '#web/ui/toast.ts';
import { JobSummariesSkeleton } from './JobSummary.tsx';
import { type SavedSearch, savedSearchesQuery, useDeleteSearch, useSaveSearch, useUpdateSearch } from './search-queries.ts';

type Props = {
  /** The query of a public search to save, from the link of its page. */
  searchToSave: string | undefined;
  onSearchSaved: () => void;
  isEmailVerified: boolean;
};

/** `/members/searches`: the driver's saved searches with their alerts (`docs/product/drivers.md#saved-searches`). */
export function SavedSearchesPage({ searchToSave, onSearchSaved, isEmailVerified }: Props) {
  const filtersToSave = searchToSave ? readFilters(searchToSave) : undefined;
  // The list is requested after the search is saved, because a list that was requested before could lack it.
  const { data, error, isFetching, refetch } = useQuery({ ...savedSearchesQuery(), enabled: !filtersToSave });
  const { data: mails } = useQuery(mailPreferencesQuery());
  const saving = useSaveSearch();
  const updating = useUpdateSearch();
  const deleting = useDeleteSearch();
  const [deletedSearch, setDeletedSearch] = useState<SavedSearch | null>(null);
  const save = useEffectEvent(() => {
    if (filtersToSave)
      saving.mutate(filtersToSave, { onSuccess: () => toast.success(t('searches.saved')), onSettled: onSearchSaved });
  });
  useEffect(() => {
    if (searchToSave) save();
  }, [searchToSave]);
  const failure = saving.error ?? updating.error ?? deleting.error;
  const message = failure ? errorText(failure) : filtersToSave === null ? t('searches.invalidLink') : null;
  const remove = (search: SavedSearch) => deleting.mutate({ id: search.id }, { onSuccess: () => setDeletedSearch(search) });
  const undo = ({ filters, name, frequency }: SavedSearch) => {
    setDeletedSearch(null);
    saving.mutate({ ...filters, name, frequency }, { onSuccess: () => toast.success(t('searches.saved')) });
  };
  return (
    <>
      <PageHeader title={t('searches.title')} description={t('searches.description')} />
      <Stack gap="sm" maw="60rem">
        {message ? (
          <Alert color="red" variant="light" role="alert">
            {message}
          </Alert>
        ) : null}
        {!isEmailVerified && data && data.length > 0 ? <Alert variant="light">{t('searches.verifyEmail')}</Alert> : null}
        {mails?.muted.includes('job_alert') && data && data.length > 0 ? <EmailsOff /> : null}
        {deletedSearch ? (
          <DeletedNotice key={deletedSearch.id} search={deletedSearch} onUndo={() => undo(deletedSearch)} />
        ) : null}
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
        {!error && !data ? <JobSummariesSkeleton count={3} /> : null}
        {data?.length === 0 ? <NoSearches /> : null}
        {data && data.length > 0 ? (
          <Stack component="ul" gap="sm" m={0} p={0} aria-label={t('searches.title')} aria-busy={isFetching}>
            {data.map((search) => (
              <SearchCard
                key={search.id}
                search={search}
                isBusy={deleting.isPending}
                onFrequency={(frequency) => updating.mutate({ id: search.id, frequency })}
                onDelete={() => remove(search)}
              />
            ))}
          </Stack>
        ) : null}
      </Stack>
    </>
  );
}

function EmailsOff() {
  const link = (content: ReactNode) => (
    <Anchor component={Link} to="/members/settings/notifications" inherit>
      {content}
    </Anchor>
  );
  return <Alert variant="light">{rich('searches.emailsOff', { link })}</Alert>;
}

function NoSearches() {
  return (
    <EmptyState
      title={t('searches.none')}
      icon={<IconBellSearch size={28} />}
      action={
        <Button component="a" href={publicLink('/jobs')} variant="default">
          {t('ui.searchJobs')}
        </Button>
      }
    >
      {t('searches.noneHint')}
    </EmptyState>
  );
}

/** Takes the focus, because the button that deleted the search is gone. */
function DeletedNotice({ search: { name }, onUndo }: { search: SavedSearch; onUndo: () => void }) {
  return (
    <Paper component="output" display="block" withBorder px="md" py="xs" tabIndex={-1} ref={(notice) => notice?.focus()}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" miw={0} style={{ overflowWrap: 'anywhere' }}>
          {t('searches.deleted', { name })}
        </Text>
        <Button
          variant="default"
          size="xs"
          style={{ flexShrink: 0 }}
          aria-label={t('searches.undoDeleteLabel', { name })}
          onClick={onUndo}
        >
          {t('common.undo')}
        </Button>
      </Group>
    </Paper>
  );
}

type CardProps = {
  search: SavedSearch;
  isBusy: boolean;
  onFrequency: (frequency: AlertFrequency) => void;
  onDelete: () => void;
};

function SearchCard({ search, isBusy, onFrequency, onDelete }: CardProps) {
  const { name, frequency, details, newJobs } = search;
  return (
    <Paper component="li" withBorder p="md" shadow="xs" style={{ listStyle: 'none' }}>
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <Group gap="xs" miw={0}>
          <Text fw={600} miw={0} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Badge variant="light" color={newJobs > 0 ? 'green' : 'gray'} tt="none" size="lg">
            {t('searches.newJobs', { count: newJobs })}
          </Badge>
        </Group>
        <ActionIcon
          size={36}
          variant="default"
          disabled={isBusy}
          aria-label={t('searches.deleteLabel', { name })}
          onClick={onDelete}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
      {details.length > 0 ? (
        <Text size="sm" c="dimmed" mt={4}>
          {details.join(' · ')}
        </Text>
      ) : null}
      <Group gap="xs" mt="sm" align="flex-end" wrap="nowrap">
        <NativeSelect
          miw={0}
          flex={{ base: 1, sm: 'none' }}
          label={t('searches.alerts')}
          aria-label={t('searches.frequencyLabel', { name })}
          data={alertFrequencies.map(({ code, label }) => ({ value: code, label: writeText(label) }))}
          value={frequency}
          onChange={({ currentTarget }) => onFrequency(currentTarget.value as AlertFrequency)}
        />
        <ShowJobsButton search={search} />
      </Group>
    </Paper>
  );
}

/** Opens the public search after the server knows that the new jobs were looked at. */
function ShowJobsButton({ search: { id, name, path } }: { search: SavedSearch }) {
  const updating = useUpdateSearch();
  const href = publicLink(path);
  return (
    <Button
      component="a"
      href={href}
      size="sm"
      style={{ flexShrink: 0 }}
      aria-label={t('searches.showJobsLabel', { name })}
      onClick={(event) => {
        const marking = updating.mutateAsync({ id, seen: true }).catch(() => undefined);
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void marking.then(() => window.location.assign(href));
      }}
    >
      {t('searches.showJobs')}
    </Button>
  );
}
