import { Button } from '@mantine/core';
import { IconAd2, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { adColumns } from './ad-columns.tsx';
import { AdMenu } from './AdMenu.tsx';
import { adDefaults, adsQuery } from './queries.ts';

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

/** `/ads/manage`: every ad, to search, filter, make, change, switch and delete (`spec: work §2 Ads area`). */
export function AdsPage({ search, onSearch }: Props) {
  const query = useQuery({ ...adsQuery(search), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader
        title="Manage Ads"
        description="Ads on the driver home and job pages."
        actions={
          <Button
            color="orange"
            leftSection={<IconPlus size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/ads/manage/new" />}
          >
            Create ad
          </Button>
        }
      />
      <DataGrid
        label="Ads"
        columns={adColumns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={adDefaults}
        rowName={(ad) => ad.title}
        rowActions={(ad) => <AdMenu ad={ad} />}
        toolbar={
          <SearchInput
            label="Search ads"
            placeholder="Search by title or advertiser"
            value={search.q ?? ''}
            onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
          />
        }
        empty={
          <EmptyState title="No ads yet" icon={<IconAd2 size={28} />}>
            Create your first ad with an image, a link and run dates.
          </EmptyState>
        }
      />
    </>
  );
}
