import type { Catalogue } from '#shared/texts/texts.ts';

export const notices: Catalogue['notices'] = {
  interviewChanged:
    '{change, select, scheduled {{applicant} eligió un horario de {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}}} declined {A {applicant} no le sirve ningún horario de {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}}} company_canceled {Un colega canceló la {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} con {applicant}} company_rescheduled {Un colega propuso otros horarios de {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} a {applicant}} no_times_left {Otros choferes tomaron todos los horarios de {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} propuestos a {applicant}} other {{applicant} canceló la {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}}}}',
  interviewReminder:
    'Próxima {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} con {applicant}',
  interviewAccountDeleted:
    '{kind, select, road_test {Prueba de manejo} orientation {Orientación} other {Entrevista}} cancelada porque el chofer eliminó su cuenta',
  interviewDetails: '{title}, {when}',
  newApplicants: '{count, plural, one {Nuevo solicitante para {title}} other {# nuevos solicitantes para {title}}}',
  applicationStatus:
    '{status, select, hired {{company} le contrató} other {{company} pasó su solicitud a la etapa de entrevista}}',
  applicantNames: '{more, plural, =0 {{names}} other {{names} y # más}}',
  jobAlert: '{count, plural, one {# empleo nuevo} other {# empleos nuevos}} para “{name}”',
  jobAlerts: '{count, plural, one {# empleo nuevo} other {# empleos nuevos}} para {searches} búsquedas guardadas',
  jobCreated: 'Empleo nuevo por revisar: {title} ({count, plural, one {# empleo} other {# empleos}})',
  followUpDue: 'Dé seguimiento a {applicant}',
  followUpsDue: '{count, plural, one {Tiene # seguimiento para hoy} other {Tiene # seguimientos para hoy}}',
  followUpsDueBody: 'Abra la lista para ver qué hay que hacer.',
  unansweredMany: '{count, plural, one {# solicitante espera una respuesta} other {# solicitantes esperan una respuesta}}',
  unansweredManyBody: 'Abra la lista para responderles.',
  codeText: 'Haulboard: {code} es su código. Sirve durante {minutes} minutos. No lo comparta.',
  mention: 'Le mencionaron en una nota sobre {applicant}',
  jobCreatedBody: 'Haulboard creó esta publicación para su empresa. Se publica después de que la pague.',
};
