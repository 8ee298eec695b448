import { Button, ActionIcon, Menu } from '@mantine/core';
import {
  IconAd2,
  IconPlus,
  IconChartBar,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { toast } from '#web/ui/toast.ts';
import { adColumns } from './ad-columns.tsx';
import { adDefaults, adsQuery, type Ad, useDeleteAd, useUpdateAd } from './queries.ts';

const iconSize = 16;

/** The actions for an ad in the list. */
function AdMenu({ ad }: { ad: Ad }) {
  const { id, title, isActive, version } = ad;
  const { ask, dialog } = useConfirm();
  const update = useUpdateAd();
  const remove = useDeleteAd();
  const isBusy = update.isPending || remove.isPending;

  const toggleActive = () =>
    update.mutate(
      { id, version, isActive: !isActive },
      {
        onSuccess: ({ status }) =>
          toast.success(status === 'Off' ? t('ads.adTurnedOff', { title }) : t('ads.adTurnedOn', { title, status })),
        onError: (error) => toast.error(error),
      },
    );
  const askToDelete = async () => {
    const message = t('ads.deleteAdWarning', { impressions: ad.impressions, clicks: ad.clicks });
    if (
      !(await ask({
        title: t('common.deleteItemConfirm', { title }),
        message,
        confirmLabel: t('ads.deleteAd'),
        isDestructive: true,
      }))
    )
      return;
    remove.mutate(
      { id },
      { onSuccess: () => toast.success(t('common.itemDeleted', { title })), onError: (error) => toast.error(error) },
    );
  };

  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('common.actionsForTitle', { title })} loading={isBusy}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={iconSize} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/ads/manage/$id" params={{ id }} />}
          >
            {t('common.edit')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconChartBar size={iconSize} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/ads/manage/$id/report" params={{ id }} />}
          >
            {t('ads.report')}
          </Menu.Item>
          <Menu.Item
            leftSection={
              isActive ? <IconPlayerPause size={iconSize} aria-hidden /> : <IconPlayerPlay size={iconSize} aria-hidden />
            }
            onClick={toggleActive}
          >
            {isActive ? t('common.turnOff') : t('common.activate')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={iconSize} aria-hidden />}
            onClick={() => void askToDelete()}
          >
            {t('common.deleteButton')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

/** `/ads/manage`: all ads, with search, filters and actions. */
export function AdsPage({ search, onSearch }: Props) {
  const query = useQuery({ ...adsQuery(search), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader
        title={t('common.manageAds')}
        description={t('ads.adsPageDescription')}
        actions={
          <Button
            color="orange"
            leftSection={<IconPlus size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/ads/manage/new" />}
          >
            {t('ads.createAd')}
          </Button>
        }
      />
      <DataGrid
        label={t('ads.ads')}
        columns={adColumns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={adDefaults}
        getRowName={(ad) => ad.title}
        renderRowActions={(ad) => <AdMenu ad={ad} />}
        toolbar={
          <SearchInput
            label={t('ads.searchAds')}
            placeholder={t('ads.searchByTitleOrAdvertiser')}
            value={search.q ?? ''}
            onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
          />
        }
        empty={
          <EmptyState title={t('ads.noAdsYet')} icon={<IconAd2 size={28} />}>
            {t('ads.noAdsHint')}
          </EmptyState>
        }
      />
    </>
  );
}
