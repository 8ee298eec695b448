import type { Catalogue } from '#shared/texts/texts.ts';

export const today: Catalogue['today'] = {
  title: 'Requiere su atención',
  nothing: 'No hay nada pendiente en este momento.',
  loading: 'Cargando lo que requiere su atención',
  newApplicants: '{count, plural, one {solicitante nuevo} other {solicitantes nuevos}}',
  unansweredMessages: '{count, plural, one {mensaje sin responder} other {mensajes sin responder}}',
  interviews: '{count, plural, one {próxima entrevista} other {próximas entrevistas}}',
  expiringJobs: '{count, plural, one {empleo por vencer} other {empleos por vencer}}',
  declinedJobs: '{count, plural, one {pago rechazado} other {pagos rechazados}}',
};
