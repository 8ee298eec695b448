import type { Catalogue } from '#shared/texts/texts.ts';

export const receipts: Catalogue['receipts'] = {
  postingLine: 'Publicación de {days} días: {job}',
  renewalLine: 'Renovación de {days} días: {job}',
  boostLine: 'Promoción de {days} días: {job}',
  addonLine: '{addon}: {job}',
  orderDescription: 'Publicación de empleo: {title}',
  title: '{kind, select, invoice {Factura} receipt {Recibo} other {Reembolso}}',
  documentTitle: '{kind, select, invoice {Factura {number}} receipt {Recibo {number}} other {Reembolso {number}}}',
  pageFooter:
    '{kind, select, invoice {Factura {number}, página {page} de {pages}} receipt {Recibo {number}, página {page} de {pages}} other {Reembolso {number}, página {page} de {pages}}}',
  paid: 'Fecha de pago',
  voided: 'Fecha de anulación',
  billedTo: 'Facturado a',
  attention: 'Atención: {name}',
  tax: 'Impuesto',
  thisRefund: 'Este reembolso',
  netPaid: 'Pago neto',
  refunds: '{count, plural, one {Reembolso} other {Reembolsos}}',
  refundLine: '{number}, {date}: {amount}. {reason}',
  refundLineToCard: '{number}, {date}: {amount}, a la tarjeta {card}. {reason}',
  refundLineToUnknownCard: '{number}, {date}: {amount}, a la tarjeta. {reason}',
  refundLineCredit: '{number}, {date}: {amount}, como crédito. {reason}',
  noteRefund: 'Los reembolsos a tarjeta aparecen en su estado de cuenta en unos días hábiles.',
  noteOpen: 'Pague a más tardar en la fecha de vencimiento e incluya el número de factura.',
  notePaid: 'Pagado por completo. Gracias por contratar con Haulboard.',
  noteVoid: 'Esta factura se anuló. No hay nada por pagar.',
};
