import type { Catalogue } from '#shared/texts/texts.ts';

export const suggestions: Catalogue['suggestions'] = {
  firstMessage: 'Hola, {firstName}: gracias por su solicitud para {title}. ¿Cuándo le podemos llamar?',
  followUp: 'Hola, {firstName}: ¿todavía le interesa {title}? ¿Cuándo le podemos llamar?',
  answer: 'Hola, {firstName}: gracias por su mensaje sobre {title}. ¿Cuándo le podemos llamar?',
  interview: 'Hola, {firstName}: ¿tiene alguna pregunta antes de su entrevista para {title}?',
  interviewAnswer: 'Hola, {firstName}: gracias por su mensaje. Le responderemos antes de su entrevista para {title}.',
  offer: 'Hola, {firstName}: ¿tiene alguna pregunta sobre nuestra oferta para {title}?',
  offerAnswer: 'Hola, {firstName}: gracias por su mensaje sobre nuestra oferta para {title}. Le daremos una respuesta.',
  hired: 'Hola, {firstName}: ¡le damos la bienvenida al equipo! ¿Tiene alguna pregunta sobre {title}?',
  hiredAnswer: 'Hola, {firstName}: gracias por su mensaje. Le daremos una respuesta.',
  ended: 'Hola, {firstName}: gracias por su interés en {title}. Puede enviar una solicitud para nuestros otros empleos.',
};
