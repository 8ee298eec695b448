import type { Catalogue } from '#shared/texts/texts.ts';

export const files: Catalogue['files'] = {
  inTimeZone: '{heading} ({zone})',
  applicantsToday: 'Solicitantes de hoy',
  boostDaysLeft: 'Días de promoción restantes',
  id: 'ID',
  transaction: 'Transacción',
  lineItems: 'Conceptos',
  jobId: 'ID del empleo',
  actionCode: 'Código de acción',
  objectType: 'Tipo de objeto',
  clickRate: 'Tasa de clics (%)',
  invoiceStatus: '{status, select, open {abierta} void {anulada} other {pagada}}',
  count: 'Cantidad',
  requestId: 'ID de la petición',
};
