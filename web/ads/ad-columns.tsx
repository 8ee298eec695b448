import { Anchor, Group, Image, Text } from '@mantine/core';
import { IconMovie } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { adListFields, adStatuses, clickRate, type AdStatus, adStatusLabels } from '#shared/ads.ts';
import { number } from '#shared/format.ts';
import { fieldText } from '#shared/resource.ts';
import { columnOf, type GridColumn } from '#web/ui/grid/columns.ts';
import { DateText } from '#web/ui/Values.tsx';
import classes from './ads.module.css';
import type { Ad } from './queries.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { t, writeText } from '#web/texts/app.ts';

/** An ad's status as a badge. */
export function AdStatusBadge({ status }: { status: AdStatus }) {
  return <StatusBadge status={status} label={writeText(adStatusLabels[status])} />;
}

const fields = adListFields;
const figure = { isShort: true, align: 'right' } as const;

export const adColumns: readonly GridColumn<Ad>[] = [
  {
    ...columnOf('title', fields.title),
    header: t('ads.ad'),
    cell: (ad) => <TitleCell ad={ad} />,
    onCard: 'title',
    width: '30%',
  },
  {
    id: 'status',
    header: t('common.status'),
    cell: (ad) => <AdStatusBadge status={ad.status} />,
    isSortable: true,
    filter: { kind: 'enum', options: adStatuses.map((status) => ({ value: status, label: writeText(adStatusLabels[status]) })) },
  },
  {
    ...columnOf('placement', fields.placement),
    cell: (ad) => fieldText(fields.placement, ad.placement, writeText),
    isShort: true,
  },
  { ...columnOf('startsAt', fields.startsAt), cell: (ad) => <DateText value={ad.startsAt} />, isShort: true },
  {
    ...columnOf('endsAt', fields.endsAt),
    cell: (ad) => (ad.endsAt ? <DateText value={ad.endsAt} /> : t('ads.noEnd')),
    isShort: true,
  },
  { ...columnOf('impressions', fields.impressions), cell: (ad) => number(ad.impressions), ...figure },
  { ...columnOf('clicks', fields.clicks), cell: (ad) => number(ad.clicks), ...figure },
  { id: 'rate', header: t('ads.ctr'), cell: (ad) => ratePercent(clickRate(ad)), ...figure },
];

function TitleCell({ ad }: { ad: Ad }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <div className={classes.thumb}>
        {ad.imageUrl ? (
          <Image src={ad.imageUrl} alt="" w="100%" h="100%" fit="cover" loading="lazy" />
        ) : (
          <IconMovie size={18} aria-hidden />
        )}
      </div>
      <div className={classes.words}>
        <Anchor
          fw={550}
          c="var(--mantine-color-text)"
          renderRoot={(props) => <Link {...props} to="/ads/manage/$id" params={{ id: ad.id }} />}
        >
          {ad.title}
        </Anchor>
        <Text size="sm" c="dimmed" truncate>
          {ad.advertiser}
        </Text>
      </div>
    </Group>
  );
}

/** Clicks per impression with one decimal. A dash until someone has seen the ad. */
export function ratePercent(rate: number | null): string {
  return rate === null ? '-' : `${(rate * 100).toFixed(1)}%`;
}
