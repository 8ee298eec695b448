import type { Catalogue } from '#shared/texts/texts.ts';

export const support: Catalogue['support'] = {
  writeToTheCompany: 'Escribir a la empresa',
  writeToTheCompanyHint: 'Enviaremos un correo a la empresa sobre “{title}”.',
  contactSupportHint: 'Sobre “{title}”. Responderemos aquí y por correo.',
  subject: 'Asunto',
  lastMessage: 'Último mensaje',
  messagesDescriptionForSupport:
    'Preguntas de empresas sobre sus empleos. Los mensajes abiertos necesitan una respuesta. Enviamos cada respuesta por correo.',
  messagesDescription: 'Sus conversaciones con soporte de Haulboard.',
  searchMessages: 'Buscar mensajes',
  searchBySubject: 'Buscar por asunto',
  noMessagesHintForSupport: 'Los mensajes de empresas sobre sus empleos aparecen aquí.',
  noMessagesHint: 'Para preguntar por un empleo, ábralo y seleccione Escribir a soporte.',
  supportAuthor: '{name}, soporte de Haulboard',
  aboutJobWithCompany: '{companyName}, sobre <job></job>',
  aboutJob: 'Sobre <job></job>',
  replyToCompanyHint: 'Enviaremos su respuesta por correo a {companyName}.',
  replyToSupportHint: 'Enviaremos su respuesta por correo a soporte.',
  replySent: 'Respuesta enviada',
  recommendSubject: 'Conozca {productName}',
  recommendTitle: 'Recomiende {productName}',
  recommendHint: 'Abriremos su app de correo con una invitación que puede editar antes de enviarla.',
  fullName: 'Nombre completo',
  invitationReady: 'Su invitación está lista en su app de correo. Envíela desde ahí.',
  copyInvitationLink: 'Copiar enlace de invitación',
};
