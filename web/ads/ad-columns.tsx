import { Anchor, Group, Image, Text } from '@mantine/core';
import { IconMovie } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { adListFields, adStatuses, clickRate, type AdStatus, adStatusExplanations, adStatusLabels } from '#shared/ads.ts';
import { fieldText } from '#shared/resource.ts';
import { number, percent } from '#web/browser/format.ts';
import { t, writeText } from '#web/texts/app.ts';
import { toGridColumn, type GridColumn } from '#web/ui/grid/columns.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import classes from './ads.module.css';
import type { Ad } from './queries.ts';

export function AdStatusBadge({ status }: { status: AdStatus }) {
  return <StatusBadge status={status} label={writeText(adStatusLabels[status])} explanation={adStatusExplanations[status]} />;
}

const fields = adListFields;
const numberColumn = { isShort: true, align: 'right' } as const;

export const adColumns: readonly GridColumn<Ad>[] = [
  {
    ...toGridColumn('title', fields.title),
    header: t('common.ad'),
    cell: (ad) => <TitleCell ad={ad} />,
    cardRole: 'title',
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
    ...toGridColumn('placement', fields.placement),
    cell: (ad) => fieldText(fields.placement, ad.placement, writeText),
    isShort: true,
  },
  { ...toGridColumn('startsAt', fields.startsAt), cell: (ad) => <DateText value={ad.startsAt} />, isShort: true },
  {
    ...toGridColumn('endsAt', fields.endsAt),
    cell: (ad) => (ad.endsAt ? <DateText value={ad.endsAt} /> : t('ads.noEndDate')),
    isShort: true,
  },
  { ...toGridColumn('impressions', fields.impressions), cell: (ad) => number(ad.impressions), ...numberColumn },
  { ...toGridColumn('clicks', fields.clicks), cell: (ad) => number(ad.clicks), ...numberColumn },
  { id: 'rate', header: t('ads.ctr'), cell: (ad) => formatClickRate(clickRate(ad)), ...numberColumn },
];

function TitleCell({ ad }: { ad: Ad }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <div className={classes.thumbnail}>
        {ad.imageUrl ? (
          <Image src={ad.imageUrl} alt="" w="100%" h="100%" fit="cover" loading="lazy" />
        ) : (
          <IconMovie size={18} aria-hidden />
        )}
      </div>
      <div className={classes.titleText}>
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

/** Formats a click rate as a percentage with one decimal, or as a dash if there are no impressions. */
export function formatClickRate(rate: number | null): string {
  return rate === null ? '-' : percent(rate, 1);
}
