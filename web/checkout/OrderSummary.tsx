import { List, Spoiler, Stack, Table, Text } from '@mantine/core';
import { postingDays, addonPriceCents, jobPriceCents, toDollars, invoiceDueDays } from '#shared/billing/pricing.ts';
import type { AddonType } from '#shared/catalogues.ts';
import { date } from '#shared/format.ts';
import { platformZone, startOfDay, type TimeZone } from '#shared/time-zone.ts';
import { addonOrder, addonTexts, getChosenTypes } from '#web/jobs/addons.ts';
import type { JobDraft } from '#web/jobs/steps.ts';
import { rich, t } from '#web/texts/app.ts';
import { Section } from '#web/ui/Section.tsx';
import { Money } from '#web/ui/Values.tsx';
import type { Order } from './queries.ts';

/** The texts for a company that pays by invoice, before the order. If `postingDay` is null, the jobs are posted right away. */
export const getInvoiceOrderTexts = (postingDay: string | null) =>
  postingDay
    ? { label: t('checkout.scheduleOnInvoice'), afterPayment: t('checkout.jobsGoLiveOn', { postingDay }) }
    : { label: t('checkout.postOnInvoice'), afterPayment: t('checkout.jobsGoLiveNow') };

/** The text for a company that pays by invoice, after the order. */
export const getInvoiceConfirmation = (postingDay: string | null): string =>
  postingDay
    ? t('checkout.scheduledOnInvoice', { postingDay, invoiceDueDays })
    : t('checkout.postedOnInvoice', { invoiceDueDays });

/** One item of the summary. `quantity` is the number of jobs, and amounts are in dollars. */
type SummaryLine = { name: string; quantity: number; unitPrice: number; amount: number };
export type Summary = { title: string; places: string[]; lines: SummaryLine[]; total: number };

const postingName = t('common.jobPostingItem', { postingDays });
const getItemName = (type: AddonType | null) => (type ? addonTexts[type].label : postingName);

/** The price of the draft before there is an order. */
export function summarizeDraft({ content, addresses, addons }: JobDraft): Summary {
  const quantity = addresses.length;
  const toLine = (name: string, cents: number): SummaryLine => ({
    name,
    quantity,
    unitPrice: toDollars(cents),
    amount: toDollars(cents * quantity),
  });
  const lines = [
    toLine(postingName, jobPriceCents),
    ...getChosenTypes(addons).map((type) => toLine(addonTexts[type].label, addonPriceCents[type])),
  ];
  return {
    title: content.title.trim(),
    places: addresses.map(({ description }) => description),
    lines,
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
  };
}

/** The price of an existing order. It uses the prices from the time of the order. */
export function summarizeOrder({ title, jobs, lines, total }: Pick<Order, 'title' | 'jobs' | 'lines' | 'total'>): Summary {
  const kinds = [null, ...addonOrder];
  const rows = kinds.flatMap((type) => {
    const kindLines = lines.filter(({ addonType }) => addonType === type);
    const prices = [...new Set(kindLines.map(({ amount }) => amount))];
    return prices.map((unitPrice) => {
      const quantity = kindLines.filter(({ amount }) => amount === unitPrice).length;
      return { name: getItemName(type), quantity, unitPrice, amount: unitPrice * quantity };
    });
  });
  const places = jobs.map(({ street1, city, state, postalCode }) =>
    [street1, city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  );
  return { title, places, lines: rows, total };
}

type Place = { timeZone?: TimeZone | undefined };

/** The date on which a job at the place will be posted, as MM/DD/YYYY. Null if it is posted as soon as it is paid. */
export function getPostingDay(place: Place | undefined, chosenDate: Date | string | null, now: number): string | null {
  if (!place || !chosenDate) return null;
  const { timeZone = platformZone } = place;
  const time = typeof chosenDate === 'string' ? startOfDay(chosenDate, timeZone) : chosenDate;
  return time.getTime() > now ? date(time, timeZone) : null;
}

type Props = {
  summary: Summary;
  /** Undefined if it is unknown, because an existing order does not contain it. */
  autoRenew?: boolean;
  /** Null means that the jobs are posted as soon as they are paid. */
  postingDay: string | null;
};

/** The items with the total, shown before anything is charged. */
export function OrderSummary({ summary, autoRenew, postingDay }: Props) {
  const { title, places, lines, total } = summary;
  return (
    <Section title={t('checkout.summary')} description={t('checkout.titleAtLocations', { title, count: places.length })}>
      <Stack gap="md">
        <Spoiler maxHeight={120} showLabel={t('checkout.showAllLocations')} hideLabel={t('checkout.showFewer')}>
          <List size="sm" spacing={4}>
            {places.map((place) => (
              <List.Item key={place}>{place}</List.Item>
            ))}
          </List>
        </Spoiler>
        <Table aria-label={t('checkout.orderSummary')} horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('common.item')}</Table.Th>
              <Table.Th ta="right">{t('common.jobs')}</Table.Th>
              <Table.Th ta="right">{t('checkout.each')}</Table.Th>
              <Table.Th ta="right">{t('common.amount')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map(({ name, quantity, unitPrice, amount }) => (
              <Table.Tr key={`${name} ${unitPrice}`}>
                <Table.Td>{name}</Table.Td>
                <Table.Td ta="right" className="tabular">
                  {quantity}
                </Table.Td>
                <Table.Td ta="right">
                  <Money dollars={unitPrice} />
                </Table.Td>
                <Table.Td ta="right">
                  <Money dollars={amount} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row" colSpan={3}>
                {t('common.total')}
              </Table.Th>
              <Table.Th ta="right" fz="lg">
                <Money dollars={total} />
              </Table.Th>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
        <Text size="sm" c="dimmed">
          {postingDay ? <>{t('checkout.goesLiveOn', { postingDay })}</> : t('checkout.goesLiveAfterCheckout')}
          {autoRenew === undefined ? null : autoRenew ? (
            <>{rich('checkout.renewalTerms', { postingDays, money: () => <Money dollars={total} /> })}</>
          ) : (
            t('checkout.noRenewalTerms', { postingDays })
          )}
        </Text>
      </Stack>
    </Section>
  );
}
