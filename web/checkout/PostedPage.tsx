import { Anchor, Box, Button, CopyButton, Group, List, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload, IconExternalLink, IconMail, IconShare } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { sharedLinkPath } from '#shared/applicants/application-source.ts';
import { invoiceDueDays, postingDays } from '#shared/billing/pricing.ts';
import { date } from '#shared/format.ts';
import { downloadReceipt } from '#web/billing/queries.ts';
import { useLiveJobs } from '#web/jobs/queries.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { rich, t } from '#web/texts/app.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Money } from '#web/ui/Values.tsx';
import { type Order, orderQuery } from './queries.ts';

type OrderJob = Order['jobs'][number];

/** `/company/jobs/posted`: the jobs of a paid order, with their links, the receipt and what to do next. */
export function PostedPage({ orderId }: { orderId: string }) {
  const { data: order } = useSuspenseQuery(orderQuery(orderId));
  const me = useMe();
  useLiveJobs(order.companyId);
  const { title, jobs } = order;
  const [first] = jobs;
  const isScheduled = first?.status === 'SCHEDULED' && order.scheduledAt !== null;
  return (
    <Box maw="48rem" mx="auto">
      <PageHeader
        title={
          isScheduled ? t('checkout.jobsAreScheduled', { count: jobs.length }) : t('checkout.jobsAreLive', { count: jobs.length })
        }
        description={
          isScheduled
            ? t('checkout.goesLiveOn', { postingDay: date(order.scheduledAt, first.timeZone) })
            : t('checkout.driversCanApplyFor', { count: jobs.length, postingDays })
        }
        back={{ to: '/company/jobs', label: t('common.jobs') }}
      />
      <Stack gap="lg">
        <Section title={title}>
          <Stack component="ul" gap="lg" m={0} p={0} style={{ listStyle: 'none' }}>
            {jobs.map((job) => (
              <PostedJob key={job.id} job={job} />
            ))}
          </Stack>
        </Section>
        <PaymentSection order={order} />
        <Section title={t('checkout.nextSteps')}>
          <List spacing="sm" size="sm">
            {first && can(me.roles, 'applicants.read') ? (
              <List.Item>
                <Anchor
                  inherit
                  renderRoot={(props) => <Link {...props} to="/company/jobs/$id/candidates" params={{ id: first.id }} />}
                >
                  {t('checkout.inviteMatchingDrivers')}
                </Anchor>
              </List.Item>
            ) : null}
            <List.Item>
              <Anchor inherit component={Link} to="/company/settings/notifications">
                {t('checkout.chooseYourNotifications')}
              </Anchor>
            </List.Item>
            <List.Item>
              <Anchor inherit component={Link} to="/company/jobs/new">
                {t('checkout.postAnotherJob')}
              </Anchor>
            </List.Item>
          </List>
        </Section>
        <Group justify="flex-end">
          <Button color="orange" component={Link} to="/company/jobs">
            {t('checkout.goToPostedJobs')}
          </Button>
        </Group>
      </Stack>
    </Box>
  );
}

/** A job's place, and its public page to open and to share as soon as drivers can see it. */
function PostedJob({ job }: { job: OrderJob }) {
  const { id, title, street1, city, state, postalCode, status } = job;
  const place = [street1, city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const path = `/jobs/${id}`;
  const url = `${window.location.origin}${sharedLinkPath(id)}`;
  const mailto = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;
  return (
    <Stack component="li" gap="xs">
      <Anchor size="sm" fw={600} renderRoot={(props) => <Link {...props} to="/company/jobs/$id/detail" params={{ id }} />}>
        {place}
      </Anchor>
      {status === 'POSTED' ? (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            component="a"
            href={path}
            target="_blank"
            leftSection={<IconExternalLink size={14} aria-hidden />}
          >
            {t('common.viewPublicPage')}
          </Button>
          <CopyButton value={url}>
            {({ copied, copy }) => (
              <Button
                size="xs"
                variant="default"
                leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
                onClick={copy}
              >
                {copied ? t('common.linkCopied') : t('checkout.copyLink')}
              </Button>
            )}
          </CopyButton>
          <Button size="xs" variant="default" component="a" href={mailto} leftSection={<IconMail size={14} aria-hidden />}>
            {t('ui.email')}
          </Button>
          {'share' in navigator ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconShare size={14} aria-hidden />}
              // The promise is rejected when the person closes the system's dialog.
              onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
            >
              {t('checkout.share')}
            </Button>
          ) : null}
        </Group>
      ) : null}
    </Stack>
  );
}

function PaymentSection({ order: { state, total, invoiceCustomId } }: { order: Order }) {
  const amount = () => <Money dollars={total} />;
  return (
    <Section title={t('common.payment')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {state === 'invoiced'
            ? rich('checkout.invoicedTotal', { amount, invoiceDueDays })
            : rich('checkout.paidTotal', { amount })}
        </Text>
        {invoiceCustomId ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => void downloadReceipt(invoiceCustomId)}
          >
            {state === 'invoiced' ? t('common.downloadInvoice') : t('common.downloadReceipt')}
          </Button>
        ) : null}
      </Group>
    </Section>
  );
}
