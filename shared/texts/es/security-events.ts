import type { Catalogue } from '#shared/texts/texts.ts';

export const securityEvents: Catalogue['securityEvents'] = {
  description:
    'Inicios de sesión, peticiones rechazadas, límites alcanzados y cambios de acceso. Los eventos idénticos del mismo segundo comparten una fila.',
  crossSite: 'Renovación de sesión desde otro sitio',
  accessForbidden: 'Acceso denegado',
  accessNotFound: 'Se pidió un registro desconocido',
  codeWrong: 'Código o enlace incorrecto',
  eventsLost: 'Eventos no registrados',
  fileRefused: 'Archivo rechazado',
  limitReached: 'Límite de frecuencia alcanzado',
  signInFailed: 'Inicio de sesión fallido',
  signedIn: 'Inicio de sesión',
  signedOut: 'Cierre de sesión',
  stepUpFailed: 'Falló la confirmación de identidad',
  stepUpDone: 'Identidad confirmada',
  tokenForged: 'Token de acceso falsificado',
  webhookForged: 'Webhook con firma incorrecta',
  times: 'Veces',
  request: 'Petición',
  unknownVisitor: 'Sin sesión',
  search: 'Buscar eventos de seguridad',
  noEvents: 'No hay eventos de seguridad',
  noEventsHint: 'Los inicios de sesión y las peticiones rechazadas aparecen aquí en cuanto ocurren.',
};
