import type { Catalogue } from '#shared/texts/texts.ts';

export const today: Catalogue['today'] = {
  title: 'Requiere su atención',
  nothing: 'No hay nada pendiente en este momento.',
  loading: 'Cargando lo que requiere su atención',
  newApplicants: '{count, plural, one {solicitante nuevo} other {solicitantes nuevos}}',
  unansweredMessages: '{count, plural, one {mensaje sin responder} other {mensajes sin responder}}',
  oldestHours:
    '{count, plural, =0 {el más antiguo, de hace menos de una hora} one {el más antiguo, de hace # hora} other {el más antiguo, de hace # horas}}',
  oldestDays: '{count, plural, one {el más antiguo, de hace # día} other {el más antiguo, de hace # días}}',
  interviews: '{count, plural, one {próxima entrevista} other {próximas entrevistas}}',
  interviewsToday: '{count, number} hoy',
  followUpsDue: '{count, plural, one {seguimiento pendiente} other {seguimientos pendientes}}',
  expiringJobs: '{count, plural, one {empleo por vencer} other {empleos por vencer}}',
  declinedJobs: '{count, plural, one {pago rechazado} other {pagos rechazados}}',
  failingRenewals: '{count, plural, one {renovación con pago rechazado} other {renovaciones con pago rechazado}}',
};
