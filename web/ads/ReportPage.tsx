import { Box, Button, Group, Paper, SegmentedControl, SimpleGrid, Skeleton, Stack, Text, ScrollArea, Table } from '@mantine/core';
import { IconPhotoDown } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { clickRate } from '#shared/ads.ts';
import { calendarDate } from '#shared/format.ts';
import { platformZone, zoneName } from '#shared/time-zone.ts';
import { save } from '#web/api/download.ts';
import { number } from '#web/browser/format.ts';
import { type ReportSpan, reportSpans } from '#web/browser/search-params.ts';
import { t, writeText } from '#web/texts/app.ts';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { AdStatusBadge, formatClickRate } from './ad-columns.tsx';
import { type AdReport, reportQuery } from './queries.ts';

/** A standalone SVG image has no style sheet, so these CSS properties are copied into its elements. */
const inlinedProperties = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
];

const svgNamespace = 'http://www.w3.org/2000/svg';
const [padding, headerHeight, pixelRatio] = [24, 64, 2];
type ChartCaptions = { title: string; subtitle: string };

/**
 * Downloads the chart with a title as a PNG at twice its size.
 * @throws Error if the browser cannot draw it
 */
async function downloadChart(chart: SVGSVGElement, captions: ChartCaptions, fileName: string): Promise<void> {
  const { width, height } = chart.getBoundingClientRect();
  const [imageWidth, imageHeight] = [width + 2 * padding, height + headerHeight + padding];
  const picture = await loadImage(createChartSvg(chart, captions, { imageWidth, imageHeight }));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(imageWidth * pixelRatio);
  canvas.height = Math.round(imageHeight * pixelRatio);
  const context = canvas.getContext('2d');
  if (!context) throw new Error(t('errors.noCanvas'));
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error(t('ads.imageExportUnsupported'));
  save(blob, fileName);
}

function createChartSvg(
  chart: SVGSVGElement,
  { title, subtitle }: ChartCaptions,
  { imageWidth, imageHeight }: { imageWidth: number; imageHeight: number },
): string {
  const style = getComputedStyle(document.body);
  const svg = document.createElementNS(svgNamespace, 'svg');
  for (const [name, value] of [
    ['xmlns', svgNamespace],
    ['width', imageWidth],
    ['height', imageHeight],
    ['font-family', 'system-ui, sans-serif'],
  ] as const)
    svg.setAttribute(name, String(value));
  svg.append(
    createShape('rect', { width: '100%', height: '100%', fill: style.backgroundColor }),
    createShape('text', { x: padding, y: 30, 'font-size': 18, 'font-weight': 650, fill: style.color }, title),
    createShape(
      'text',
      { x: padding, y: 50, 'font-size': 13, fill: style.color, opacity: 0.75 },
      t('ads.chartCaption', { subtitle }),
    ),
  );
  const chartCopy = copyWithStyles(chart);
  chartCopy.setAttribute('x', String(padding));
  chartCopy.setAttribute('y', String(headerHeight));
  svg.append(chartCopy);
  return new XMLSerializer().serializeToString(svg);
}

function createShape(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const element = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}

/** Copies the chart and sets the computed styles on each element of the copy. */
function copyWithStyles(chart: SVGSVGElement): SVGElement {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const originals = [chart, ...chart.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  for (const [n, original] of originals.entries()) {
    const style = getComputedStyle(original);
    copies[n]?.removeAttribute('style');
    for (const name of inlinedProperties) copies[n]?.setAttribute(name, style.getPropertyValue(name));
  }
  return copy;
}

async function loadImage(svg: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  return picture;
}

const BarLineChart = lazy(() => import('#web/ui/BarLineChart.tsx'));

type Props = { id: string; span: ReportSpan; onSpan: (span: ReportSpan) => void };

/** `/ads/manage/{id}/report`: impressions and clicks by day. */
export function ReportPage({ id, span, onSpan }: Props) {
  const { data: report } = useSuspenseQuery(reportQuery(id, span));
  const { from, to, days } = report;
  return (
    <>
      <PageHeader
        title={t('ads.reportTitle', { title: report.title })}
        description={t('ads.reportDescription', {
          advertiser: report.advertiser,
          from: calendarDate(from),
          to: calendarDate(to),
          platformZone: writeText(zoneName(platformZone)),
        })}
        back={{ to: '/ads/manage', label: t('common.manageAds') }}
        badge={<AdStatusBadge status={report.status} />}
        actions={<ExportButton path={`/ads/${id}/report/export`} input={{ from, to }} total={days.length} />}
      />
      <Stack gap="lg">
        <SegmentedControl
          aria-label={t('ads.reportSpan')}
          w="fit-content"
          data={reportSpans.map((days) => ({
            value: String(days),
            label: days === 365 ? t('ads.oneYear') : t('ads.daysCount', { days }),
          }))}
          value={String(span)}
          onChange={(value) => onSpan(reportSpans.find((days) => String(days) === value) ?? span)}
        />
        <Totals report={report} />
        <ChartSection report={report} />
        <ReportTable days={days} />
      </Stack>
    </>
  );
}

function Totals({ report }: { report: AdReport }) {
  const facts = [
    [t('common.impressions'), number(report.impressions)],
    [t('common.clicks'), number(report.clicks)],
    [t('ads.clickRate'), formatClickRate(clickRate(report))],
  ] as const;
  return (
    <SimpleGrid cols={3} spacing={{ base: 'xs', sm: 'md' }} component="dl" m={0}>
      {facts.map(([label, value]) => (
        <Paper key={label} withBorder p={{ base: 'sm', sm: 'md' }}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} className="tabular" fw={650} fz={{ base: 'lg', sm: '1.5rem' }}>
            {value}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function ChartSection({ report }: { report: AdReport }) {
  const chartRef = useRef<HTMLDivElement>(null);
  const { title, advertiser, from, to } = report;
  const download = async () => {
    const svg = chartRef.current?.querySelector<SVGSVGElement>('svg.recharts-surface');
    if (!svg) return;
    const captions = {
      title: `${title}, ${advertiser}`,
      subtitle: t('ads.dateRange', { from: calendarDate(from), to: calendarDate(to) }),
    };
    await downloadChart(svg, captions, `ad-report-${from}-${to}.png`).catch((error: unknown) =>
      toast.error(error, t('ads.imageExportFailed')),
    );
  };
  return (
    <Section
      title={t('ads.byDay')}
      actions={
        <Button variant="default" size="xs" leftSection={<IconPhotoDown size={16} aria-hidden />} onClick={() => void download()}>
          {t('ads.downloadImage')}
        </Button>
      }
    >
      <Group gap="md" mb="sm">
        <LegendItem color="navy.5" label={t('ads.impressionsLeft')} />
        <LegendItem color="orange.6" label={t('ads.clicksRight')} />
      </Group>
      <Box
        ref={chartRef}
        component="figure"
        m={0}
        aria-label={t('ads.chartDescription', {
          impressions: report.impressions,
          clicks: report.clicks,
        })}
      >
        <Suspense fallback={<Skeleton h={320} />}>
          <BarLineChart
            days={report.days}
            bars={{ name: 'impressions', label: t('common.impressions') }}
            line={{ name: 'clicks', label: t('common.clicks') }}
            height={320}
          />
        </Suspense>
      </Box>
    </Section>
  );
}

function LegendItem({ color, label }: { color: string; label: string }) {
  return (
    <Group gap={6}>
      <Box w={12} h={12} bg={color} bdrs="sm" aria-hidden />
      <Text size="sm" c="dimmed">
        {label}
      </Text>
    </Group>
  );
}

/** Lists the chart's numbers, starting with the latest day. */
function ReportTable({ days }: { days: AdReport['days'] }) {
  return (
    <Section title={t('ads.totals')} isFlush>
      <ScrollArea.Autosize mah="26rem" viewportProps={{ tabIndex: 0, 'aria-label': t('ads.dataByDay'), role: 'region' }}>
        <Table stickyHeader horizontalSpacing="sm" aria-label={t('ads.dataByDay')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" pl="lg">
                {t('common.day')}
              </Table.Th>
              <Table.Th scope="col" ta="right">
                {t('common.impressions')}
              </Table.Th>
              <Table.Th scope="col" ta="right">
                {t('common.clicks')}
              </Table.Th>
              <Table.Th scope="col" ta="right" pr="lg">
                {t('ads.ctr')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody className="tabular">
            {days.toReversed().map((day) => (
              <Table.Tr key={day.date}>
                <Table.Td pl="lg">{calendarDate(day.date)}</Table.Td>
                <Table.Td ta="right">{number(day.impressions)}</Table.Td>
                <Table.Td ta="right">{number(day.clicks)}</Table.Td>
                <Table.Td ta="right" pr="lg">
                  {formatClickRate(clickRate(day))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </Section>
  );
}
