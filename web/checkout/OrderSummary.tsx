import { List, Spoiler, Stack, Table, Text } from '@mantine/core';
import { postingDays, addonPriceCents, jobPriceCents, toDollars, invoiceDueDays } from '#shared/billing/pricing.ts';
import type { AddonType } from '#shared/catalogues.ts';
import { jobDay, postingTimeOf } from '#shared/places/place-zone.ts';
import { addonOrder, addonTexts, chosenTypes } from '#web/jobs/addons.ts';
import type { JobDraft } from '#web/jobs/steps.ts';
import { rich, t } from '#web/texts/app.ts';
import { Section } from '#web/ui/Section.tsx';
import { Money } from '#web/ui/Values.tsx';
import type { Order } from './queries.ts';

/** The text for a company that pays by invoice, before it orders. With `postingDay` null the jobs are posted right away. */
export const beforeInvoice = (postingDay: string | null) =>
  postingDay
    ? { label: t('checkout.scheduleOnInvoice'), follows: t('checkout.yourJobsGoLivePosting', { postingDay }) }
    : { label: t('checkout.postOnInvoice'), follows: t('checkout.yourJobsGoLiveRight') };

/** The text after the order. */
export const afterInvoice = (postingDay: string | null): string =>
  postingDay
    ? t('checkout.yourJobsAreScheduled', { postingDay, invoiceDueDays })
    : t('checkout.yourJobsArePosted', { invoiceDueDays });

/** One item for a number of jobs. Amounts are dollars. */
type SummaryLine = { name: string; quantity: number; each: number; amount: number };
export type Summary = { title: string; places: string[]; lines: SummaryLine[]; total: number };

const postingName = t('checkout.postingDaysDayJobPosting', { postingDays });
const nameOf = (type: AddonType | null) => (type ? addonTexts[type].label : postingName);

/** The price of the draft before there is an order. */
export function summaryOfDraft({ content, addresses, addons }: JobDraft): Summary {
  const quantity = addresses.length;
  const row = (name: string, cents: number): SummaryLine => ({
    name,
    quantity,
    each: toDollars(cents),
    amount: toDollars(cents * quantity),
  });
  const lines = [
    row(postingName, jobPriceCents),
    ...chosenTypes(addons).map((type) => row(addonTexts[type].label, addonPriceCents[type])),
  ];
  return {
    title: content.title.trim(),
    places: addresses.map(({ description }) => description),
    lines,
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
  };
}

/** The price of the order, at the prices when it was made. */
export function summaryOfOrder({ title, jobs, lines, total }: Pick<Order, 'title' | 'jobs' | 'lines' | 'total'>): Summary {
  const kinds = [null, ...addonOrder];
  const rows = kinds.flatMap((type) => {
    const ofKind = lines.filter(({ addonType }) => addonType === type);
    const prices = [...new Set(ofKind.map(({ amount }) => amount))];
    return prices.map((each) => {
      const quantity = ofKind.filter(({ amount }) => amount === each).length;
      return { name: nameOf(type), quantity, each, amount: each * quantity };
    });
  });
  const places = jobs.map(({ street1, city, state, postalCode }) =>
    [street1, city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  );
  return { title, places, lines: rows, total };
}

type Place = Parameters<typeof postingTimeOf>[0];

/** The date on which a job at the place will be posted, as MM/DD/YYYY. Null if it is posted as soon as it is paid. */
export function postingDayOf(place: Place | undefined, chosenDate: Date | string | null, now: number): string | null {
  const time = place && chosenDate ? postingTimeOf(place, chosenDate) : null;
  return place && time && time.getTime() > now ? jobDay(place, time) : null;
}

type Props = {
  summary: Summary;
  /** Undefined if the order does not say. */
  autoRenew?: boolean;
  /** Null means that the jobs are posted as soon as they are paid. */
  postingDay: string | null;
};

/** The items of the purchase with the total, before anything is charged. */
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
              <Table.Th>{t('checkout.item')}</Table.Th>
              <Table.Th ta="right">{t('common.jobs')}</Table.Th>
              <Table.Th ta="right">{t('checkout.each')}</Table.Th>
              <Table.Th ta="right">{t('common.amount')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map(({ name, quantity, each, amount }) => (
              <Table.Tr key={`${name} ${each}`}>
                <Table.Td>{name}</Table.Td>
                <Table.Td ta="right" className="tabular">
                  {quantity}
                </Table.Td>
                <Table.Td ta="right">
                  <Money dollars={each} />
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
          {postingDay ? <>{t('checkout.goesLiveOnPostingDay', { postingDay })}</> : t('checkout.goesLiveRightAfterCheckout')}
          {autoRenew === undefined ? null : autoRenew ? (
            <>{rich('checkout.renewsEveryPostingDaysDays', { postingDays, money: () => <Money dollars={total} /> })}</>
          ) : (
            t('checkout.runsPostingDaysDaysDoesnt', { postingDays })
          )}
        </Text>
      </Stack>
    </Section>
  );
}
