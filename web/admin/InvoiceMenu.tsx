import { ActionIcon, Menu, Button, Group, Modal, Stack, Text, TextInput, Radio } from '@mantine/core';
import { IconArrowBackUp, IconBan, IconCheck, IconDots, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { paidFormSchema, voidFormSchema, refundFormSchema } from '#shared/billing/invoices.ts';
import { formatInvoicePaymentMethod } from '#web/billing/invoice-columns.tsx';
import { type Invoice, downloadReceipt, useUpdateInvoice, useRefund } from '#web/billing/queries.ts';
import { money } from '#web/browser/format.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { MoneyInput } from '#web/ui/form/Inputs.tsx';
import { toast } from '#web/ui/toast.ts';

/** Mantine's number input represents an empty field as an empty string. */
const emptyAmount = '' as unknown as number;

type RefundDialogProps = { invoice: Invoice; isOpen: boolean; onClose: () => void };

/** Refunds an invoice fully or partially: to the card, or as a credit for a company that pays by invoice. */
function RefundDialog({ invoice, isOpen, onClose }: RefundDialogProps) {
  const what = invoice.invoiceCustomId;
  const title = invoice.paymentMethod === 'invoice' ? t('admin.creditOf', { what }) : t('admin.refundOf', { what });
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <RefundForm invoice={invoice} onClose={onClose} />
    </Modal>
  );
}

function RefundForm({ invoice, onClose }: Omit<RefundDialogProps, 'isOpen'>) {
  const { invoiceCustomId: id, companyName, amount: billedAmount, refunded, status, paymentMethod } = invoice;
  const refundableAmount = Math.round((billedAmount - refunded) * 100) / 100;
  const isCredit = paymentMethod === 'invoice';
  const mayRefundFully = status === 'paid';
  const [isFullRefund, setIsFullRefund] = useState(mayRefundFully);
  const form = useSchemaForm(refundFormSchema, {
    initialValues: { amount: mayRefundFully ? refundableAmount : emptyAmount, reason: '' },
  });
  const refund = useRefund();
  const finishRefund = (updatedInvoice: Invoice) => {
    const newRefund = updatedInvoice.refunds.at(-1);
    if (newRefund?.status === 'pending') toast.info(t('admin.refundScheduled'));
    else if (newRefund?.status === 'failed')
      toast.error(new Error(newRefund.failure ?? t('errors.refundRefused')), t('admin.refundFailed'));
    else toast.success(t(isCredit ? 'admin.amountCredited' : 'common.amountRefunded', { amount: money(newRefund?.amount ?? 0) }));
    onClose();
  };
  const actionLabel = isCredit ? t('admin.credit') : t('common.refund');
  const what = money(refundableAmount);
  const fullActionLabel = isCredit ? t('admin.creditOf', { what }) : t('admin.refundOf', { what });
  return (
    <Form
      form={form}
      label={actionLabel}
      onSubmit={async ({ amount, reason }) => {
        finishRefund(await refund.mutateAsync({ id, amount: isFullRefund ? refundableAmount : amount, reason, refunded }));
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {isCredit
            ? t('admin.creditMeaning', { companyName })
            : t('admin.refundMeaning', { invoice: formatInvoicePaymentMethod(invoice) })}{' '}
          {t('admin.refundReceiptNote')}
        </Text>
        {mayRefundFully ? (
          <Radio.Group
            label={t('admin.amountToRefund')}
            value={isFullRefund ? 'all' : 'part'}
            onChange={(value) => {
              setIsFullRefund(value === 'all');
              form.setFieldValue('amount', value === 'all' ? refundableAmount : emptyAmount);
            }}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="all" label={t('admin.fullAmountLeft', { left: money(refundableAmount) })} />
              <Radio value="part" label={t('admin.partial')} />
            </Stack>
          </Radio.Group>
        ) : null}
        {isFullRefund ? null : (
          <MoneyInput
            label={t('common.amount')}
            description={t('admin.refundLimitHint', {
              money: money(mayRefundFully ? refundableAmount : refundableAmount - 0.01),
            })}
            required
            key={form.key('amount')}
            {...form.getInputProps('amount')}
          />
        )}
        <TextInput
          label={t('common.reason')}
          description={t('admin.emailedReasonHint')}
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
            {isFullRefund ? fullActionLabel : actionLabel}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

const iconSize = 16;

/** What an administrator can do with an invoice. Actions that its status does not allow are not shown. */
export function InvoiceMenu({ invoice }: { invoice: Invoice }) {
  const { invoiceCustomId: invoiceNumber, status, amount, refunded, paymentMethod, refunds } = invoice;
  const [activeDialog, setActiveDialog] = useState<'paid' | 'void' | 'refund' | null>(null);
  const close = () => setActiveDialog(null);
  const hasPendingRefund = refunds.some((refund) => refund.status === 'pending');
  const isCredit = paymentMethod === 'invoice';
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('admin.actionsForInvoice', { number: invoiceNumber })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconDownload size={iconSize} aria-hidden />}
            onClick={() => void downloadReceipt(invoiceNumber)}
          >
            {status === 'paid' ? t('common.downloadReceipt') : t('common.downloadInvoice')}
          </Menu.Item>
          {status === 'open' ? (
            <Menu.Item leftSection={<IconCheck size={iconSize} aria-hidden />} onClick={() => setActiveDialog('paid')}>
              {t('admin.markPaid')}
            </Menu.Item>
          ) : null}
          {status !== 'void' && refunded < amount ? (
            <Menu.Item
              leftSection={<IconArrowBackUp size={iconSize} aria-hidden />}
              disabled={hasPendingRefund}
              onClick={() => setActiveDialog('refund')}
            >
              {hasPendingRefund ? t('admin.refundInProgress') : isCredit ? t('admin.credit') : t('common.refund')}
            </Menu.Item>
          ) : null}
          {status === 'open' ? (
            <Menu.Item color="red" leftSection={<IconBan size={iconSize} aria-hidden />} onClick={() => setActiveDialog('void')}>
              {t('admin.voidMenuItem')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <MarkPaidDialog invoice={invoice} isOpen={activeDialog === 'paid'} onClose={close} />
      <VoidDialog invoice={invoice} isOpen={activeDialog === 'void'} onClose={close} />
      <RefundDialog invoice={invoice} isOpen={activeDialog === 'refund'} onClose={close} />
    </>
  );
}

type MarkPaidDialogProps = { invoice: Invoice; isOpen: boolean; onClose: () => void };

/** Records that an open invoice was paid outside the product. */
function MarkPaidDialog({ invoice, isOpen, onClose }: MarkPaidDialogProps) {
  const title = t('admin.markPaidTitle', { invoiceCustomId: invoice.invoiceCustomId });
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <MarkPaidForm invoice={invoice} onClose={onClose} />
    </Modal>
  );
}

function MarkPaidForm({ invoice, onClose }: Omit<MarkPaidDialogProps, 'isOpen'>) {
  const { invoiceCustomId: id, companyName, amount, refunded } = invoice;
  const form = useSchemaForm(paidFormSchema, { initialValues: { paymentReference: '' } });
  const update = useUpdateInvoice();
  return (
    <Form
      form={form}
      label={t('admin.markPaid')}
      onSubmit={async ({ paymentReference }) => {
        await update.mutateAsync({ id, status: 'paid', paymentReference: paymentReference || null });
        toast.success(t('admin.invoiceMarkedPaid', { id }));
        onClose();
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('admin.markPaidMeaning', { companyName, money: money(amount - refunded) })}
        </Text>
        <TextInput
          label={t('common.paymentReference')}
          description={t('admin.paymentReferenceHint')}
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
  const title = t('admin.voidInvoiceTitle', { invoiceCustomId: invoice.invoiceCustomId });
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('ui.close') }}>
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
        toast.success(t('admin.invoiceVoided', { id }));
        onClose();
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('admin.voidInvoiceMeaning', { companyName, money: money(amount - refunded) })}
        </Text>
        <TextInput
          label={t('common.reason')}
          description={t('admin.emailedReasonHint')}
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
