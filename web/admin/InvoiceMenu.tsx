import { ActionIcon, Menu, Button, Group, Modal, Stack, Text, TextInput, Radio } from '@mantine/core';
import { IconArrowBackUp, IconBan, IconCheck, IconDots, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { type Invoice, saveReceipt, useUpdateInvoice, useRefund } from '#web/billing/queries.ts';
import { money } from '#shared/format.ts';
import { paidFormSchema, voidFormSchema, refundFormSchema } from '#shared/billing/invoices.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { toast } from '#web/ui/toast.ts';
import { methodOf } from '#web/billing/invoice-columns.tsx';
import { MoneyInput } from '#web/ui/form/Inputs.tsx';
import { t } from '#web/texts/app.ts';

/** An empty amount. */
const emptyAmount = '' as unknown as number;

type RefundDialogProps = { invoice: Invoice; isOpen: boolean; onClose: () => void };

/** Refunds the rest of an invoice or a part of it, to the card or as a credit on terms. */
function RefundDialog({ invoice, isOpen, onClose }: RefundDialogProps) {
  const title = `${invoice.paymentMethod === 'invoice' ? t('admin.credit') : t('admin.refund')} ${invoice.invoiceCustomId}`;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <RefundForm invoice={invoice} onClose={onClose} />
    </Modal>
  );
}

function RefundForm({ invoice, onClose }: Omit<RefundDialogProps, 'isOpen'>) {
  const { invoiceCustomId: id, companyName, amount: billed, refunded, status, paymentMethod } = invoice;
  const left = Math.round((billed - refunded) * 100) / 100;
  const isCredit = paymentMethod === 'invoice';
  const mayRefundFully = status === 'paid';
  const [isAll, setAll] = useState(mayRefundFully);
  const form = useSchemaForm(refundFormSchema, {
    initialValues: { amount: mayRefundFully ? left : emptyAmount, reason: '' },
  });
  const refund = useRefund();
  const done = (after: Invoice) => {
    const newRefund = after.refunds.at(-1);
    if (newRefund?.status === 'pending') toast.info(t('admin.refundScheduledWillProcessOnce'));
    else if (newRefund?.status === 'failed')
      toast.error(new Error(newRefund.failure ?? t('admin.thePaymentServiceRefusedRefund')), t('admin.refundFailed'));
    else toast.success(t(isCredit ? 'admin.amountCredited' : 'admin.amountRefunded', { amount: money(newRefund?.amount ?? 0) }));
    onClose();
  };
  return (
    <Form
      form={form}
      label={isCredit ? t('admin.credit') : t('admin.refund')}
      onSubmit={async ({ amount, reason }) => {
        done(await refund.mutateAsync({ id, amount: isAll ? left : amount, reason, refunded }));
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {isCredit
            ? t('admin.companyNameWillCreditedReturn', { companyName })
            : t('admin.wellRefundTheCompanysInvoice', { invoice: methodOf(invoice) })}{' '}
          {t('admin.wellEmailCompanyReceiptIts')}
        </Text>
        {mayRefundFully ? (
          <Radio.Group
            label={t('admin.amountToRefund')}
            value={isAll ? 'all' : 'part'}
            onChange={(value) => {
              setAll(value === 'all');
              form.setFieldValue('amount', value === 'all' ? left : emptyAmount);
            }}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="all" label={t('admin.fullAmountLeft', { left: money(left) })} />
              <Radio value="part" label={t('admin.partial')} />
            </Stack>
          </Radio.Group>
        ) : null}
        {isAll ? null : (
          <MoneyInput
            label={t('common.amount')}
            description={t('admin.upToMoney', { money: money(mayRefundFully ? left : left - 0.01) })}
            required
            key={form.key('amount')}
            {...form.getInputProps('amount')}
          />
        )}
        <TextInput
          label={t('admin.reason')}
          description={t('admin.includedEmailCompany')}
          required
          maxLength={300}
          key={form.key('reason')}
          {...form.getInputProps('reason')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color="red" loading={refund.isPending}>
            {isAll
              ? `${isCredit ? t('admin.credit') : t('admin.refund')} ${money(left)}`
              : isCredit
                ? t('admin.credit')
                : t('admin.refund')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

const size = 16;

/** What an administrator can do with an invoice. Actions that its status does not allow are not shown. */
export function InvoiceMenu({ invoice }: { invoice: Invoice }) {
  const { invoiceCustomId: number, status, amount, refunded, paymentMethod, refunds } = invoice;
  const [open, setOpen] = useState<'paid' | 'void' | 'refund' | null>(null);
  const close = () => setOpen(null);
  const isUnderWay = refunds.some((refund) => refund.status === 'pending');
  const isCredit = paymentMethod === 'invoice';
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('admin.actionsForNumber', { number })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={size} aria-hidden />} onClick={() => void saveReceipt(number)}>
            {status === 'paid' ? t('admin.downloadReceipt') : t('admin.downloadInvoice')}
          </Menu.Item>
          {status === 'open' ? (
            <Menu.Item leftSection={<IconCheck size={size} aria-hidden />} onClick={() => setOpen('paid')}>
              {t('admin.markPaid')}
            </Menu.Item>
          ) : null}
          {status !== 'void' && refunded < amount ? (
            <Menu.Item
              leftSection={<IconArrowBackUp size={size} aria-hidden />}
              disabled={isUnderWay}
              onClick={() => setOpen('refund')}
            >
              {isUnderWay ? t('admin.refundInProgress') : isCredit ? t('admin.credit') : t('admin.refund')}
            </Menu.Item>
          ) : null}
          {status === 'open' ? (
            <Menu.Item color="red" leftSection={<IconBan size={size} aria-hidden />} onClick={() => setOpen('void')}>
              {t('admin.void')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <PaidDialog invoice={invoice} isOpen={open === 'paid'} onClose={close} />
      <VoidDialog invoice={invoice} isOpen={open === 'void'} onClose={close} />
      <RefundDialog invoice={invoice} isOpen={open === 'refund'} onClose={close} />
    </>
  );
}

type Props = { invoice: Invoice; isOpen: boolean; onClose: () => void };

/** Records that an open invoice was paid outside the product. */
function PaidDialog({ invoice, isOpen, onClose }: Props) {
  const title = t('admin.markInvoiceCustomIdPaid', { invoiceCustomId: invoice.invoiceCustomId });
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <PaidForm invoice={invoice} onClose={onClose} />
    </Modal>
  );
}

function PaidForm({ invoice, onClose }: Omit<Props, 'isOpen'>) {
  const { invoiceCustomId: id, companyName, amount, refunded } = invoice;
  const form = useSchemaForm(paidFormSchema, { initialValues: { paymentReference: '' } });
  const update = useUpdateInvoice();
  return (
    <Form
      form={form}
      label={t('admin.markPaid')}
      onSubmit={async ({ paymentReference }) => {
        await update.mutateAsync({ id, status: 'paid', paymentReference: paymentReference || null });
        toast.success(t('admin.idMarkedPaid', { id }));
        onClose();
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('admin.companyNamePaidMoneyWell', { companyName, money: money(amount - refunded) })}
        </Text>
        <TextInput
          label={t('admin.paymentReference')}
          description={t('admin.checkTransferNumberShownReceipt')}
          maxLength={100}
          data-autofocus
          key={form.key('paymentReference')}
          {...form.getInputProps('paymentReference')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <SubmitButton>{t('admin.markPaid')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}

type VoidDialogProps = { invoice: Invoice; isOpen: boolean; onClose: () => void };

/** Voids an open invoice. */
function VoidDialog({ invoice, isOpen, onClose }: VoidDialogProps) {
  const title = t('admin.voidInvoiceCustomId', { invoiceCustomId: invoice.invoiceCustomId });
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <VoidForm invoice={invoice} onClose={onClose} />
    </Modal>
  );
}

function VoidForm({ invoice, onClose }: Omit<VoidDialogProps, 'isOpen'>) {
  const { invoiceCustomId: id, companyName, amount, refunded } = invoice;
  const form = useSchemaForm(voidFormSchema, { initialValues: { reason: '' } });
  const update = useUpdateInvoice();
  return (
    <Form
      form={form}
      label={t('admin.voidInvoice')}
      onSubmit={async ({ reason }) => {
        await update.mutateAsync({ id, status: 'void', reason });
        toast.success(t('admin.idWasVoided', { id }));
        onClose();
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('admin.companyNameWontOweRemaining', { companyName, money: money(amount - refunded) })}
        </Text>
        <TextInput
          label={t('admin.reason')}
          description={t('admin.includedEmailCompany')}
          required
          maxLength={300}
          data-autofocus
          key={form.key('reason')}
          {...form.getInputProps('reason')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('admin.keepInvoice')}
          </Button>
          <Button type="submit" color="red" loading={update.isPending}>
            {t('admin.voidInvoice')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
