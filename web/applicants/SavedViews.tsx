import { ActionIcon, Button, Group, Menu, Modal, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#web/api/errors.ts';
import { t } from '#web/texts/app.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';
import { savedViewsQuery, useDeleteView, useSaveView } from './queries.ts';

type Props = { search: GridSearch; companyId: string | undefined; onSearch: (next: GridSearch) => void };

/** Opens, saves and deletes the user's saved filters of the list. */
export function SavedViews({ search, companyId, onSearch }: Props) {
  const { data: views } = useQuery(savedViewsQuery(companyId));
  const remove = useDeleteView();
  const [isNaming, setIsNaming] = useState(false);
  return (
    <>
      <Menu position="bottom-start" withinPortal closeOnItemClick>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
            {t('common.views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(views ?? []).map((view) => (
            <Group key={view.id} gap={0} wrap="nowrap">
              <Menu.Item onClick={() => onSearch(readGridSearch(view.search))}>{view.name}</Menu.Item>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('hiring.deleteView', { name: view.name })}
                onClick={() => remove.mutate({ id: view.id })}
              >
                <IconTrash size={14} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          {views && views.length > 0 ? <Menu.Divider /> : null}
          <Menu.Item onClick={() => setIsNaming(true)}>{t('hiring.saveThisView')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isNaming ? <NameDialog search={search} companyId={companyId} onClose={() => setIsNaming(false)} /> : null}
    </>
  );
}

function NameDialog({ search, companyId, onClose }: Omit<Props, 'onSearch'> & { onClose: () => void }) {
  const save = useSaveView();
  const [name, setName] = useState('');
  const { page: _page, ...searchWithoutPage } = search;
  return (
    <Modal opened onClose={onClose} title={t('hiring.saveThisView')} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) save.mutate({ companyId, name, search: { ...searchWithoutPage } }, { onSuccess: onClose });
        }}
      >
        <TextInput
          label={t('common.name')}
          description={t('hiring.sameNameReplacesView')}
          maxLength={60}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={save.error ? errorText(save.error) : undefined}
        />
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color="orange" loading={save.isPending} disabled={!name.trim()}>
            {t('common.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
