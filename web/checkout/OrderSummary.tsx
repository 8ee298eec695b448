import { List, Spoiler, Stack, Table, Text } from '@mantine/core';
import { postingDays } from '#shared/billing/pricing.ts';
import { Section } from '#web/ui/Section.tsx';
import { Money } from '#web/ui/Values.tsx';
import type { Summary } from './summary.ts';
import { rich, t } from '#web/texts/app.ts';

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
