import type { Catalogue } from '#shared/texts/texts.ts';

export const emails: Catalogue['emails'] = {
  accountDeletedSubject: 'Su cuenta de Haulboard se eliminó',
  accountDeletedPreview: 'Eliminamos su cuenta y sus datos personales.',
  accountDeletedBody:
    'Su cuenta de Haulboard se eliminó y se cerró su sesión en todos los dispositivos. Eliminamos su nombre, sus datos de contacto, su perfil y sus fotos. Puede registrarse de nuevo cuando quiera.',
  accountDeletedNotYou: 'Si no fue usted, responda a este correo.',
  signUpAgain: 'Registrarse de nuevo',
  companyClosedSubject: 'Se cerró la cuenta de {companyName} en Haulboard',
  companyClosedPreview: 'Sus empleos ya no están publicados y nada se renovará.',
  companyClosedBody:
    'Un administrador de la empresa cerró {companyName} en Haulboard. Sus empleos abiertos ya no están publicados, nada se renovará y la tarjeta guardada se eliminó.',
  companyClosedErasure:
    'En {days, plural, one {# día} other {# días}} borraremos sus solicitantes, mensajes, notas y archivos. Hasta entonces puede iniciar sesión para descargar los datos de la empresa, y podemos reabrirla si responde a este correo.',
  companyClosedInvoices: 'Las facturas abiertas siguen pendientes de pago. Conservamos facturas y recibos como exige la ley.',
  companyClosedNotYou: 'Si no lo esperaba, pregunte a los administradores de su empresa o responda a este correo.',
  companyErasedSubject: 'Los datos de {companyName} se borraron',
  companyErasedPreview: 'Su propia cuenta no se eliminó.',
  companyErasedBody:
    'Borramos los datos de {companyName}, que se había cerrado en Haulboard: solicitantes, mensajes, notas, archivos y descripciones de empleos. Conservamos facturas y recibos como exige la ley.',
  companyErasedAccountKept:
    'Su propia cuenta no se eliminó. Puede crear otra empresa, unirse a una o eliminar su cuenta en la configuración.',
  slogan: 'Haulboard: contratación de choferes',
  chooseEmails: 'Elija qué correos recibe: <link>configuración de notificaciones</link>',
  turnOff: '<link>Desactivar los correos como este</link>',
  turnOffUrl: 'Desactivar los correos como este: {url}',
  chooseEmailsUrl: 'Elija qué correos recibe: {url}',
  actionUrlNote: 'O vaya a {url}',
  greeting: 'Hola, {firstName}',
  welcome: 'Le damos la bienvenida, {firstName}',
  verifyEmail: 'Verificar correo',
  viewJob: 'Ver empleo',
  viewJobs: 'Ver empleos',
  viewInvoices: 'Ver facturas',
  notYouReply: 'Si no fue usted, responda a este correo de inmediato.',
  verifyEmailSubject: 'Verifique su correo',
  verifyEmailPreview: 'Verifíquelo para terminar de configurar su cuenta.',
  verifyEmailBody: 'Verifique su correo para terminar de configurar su cuenta. El enlace vence en 24 horas.',
  verifyEmailIgnore:
    'Si no se registró en Haulboard, ignore este correo y no abra el enlace. Al abrirlo confirmaría una cuenta que otra persona creó con su dirección.',
  verifyNewEmailSubject: 'Verifique su correo nuevo',
  verifyNewEmailPreview: 'Verifíquelo para poder iniciar sesión con él.',
  verifyNewEmailBody: 'Verifique este correo para poder usarlo al iniciar sesión. El enlace vence en 24 horas.',
  verifyNewEmailIgnore:
    'Si no pidió este cambio, no abra el enlace. De lo contrario, la cuenta de otra persona quedará con su correo.',
  emailTakenSubject: 'Ya tiene una cuenta de Haulboard',
  emailTakenPreview: 'Alguien intentó registrarse con su correo.',
  emailTakenBody: 'Alguien intentó registrarse con su correo, pero ya tiene una cuenta. Si fue usted, mejor inicie sesión.',
  emailChangeSubject: 'Su correo está por cambiar',
  emailChangePreview: 'El correo nuevo es {email}.',
  emailChangeBody:
    'Alguien que inició sesión en su cuenta pidió cambiar su correo a {email}. El cambio se hará cuando se verifique el correo nuevo.',
  emailChangeNotYou: 'Si no fue usted, inicie sesión y cambie su contraseña de inmediato. Eso también cancela este cambio.',
  emailChangedSubject: 'Se cambió su correo',
  emailChangedPreview: 'Ahora inicia sesión con {email}.',
  emailChangedBody: 'El correo de su cuenta de Haulboard ahora es {email}. Ya no usaremos esta dirección.',
  resetCodeSubject: 'Su código para restablecer la contraseña',
  resetCodePreview: 'Vence en {minutes, plural, one {# minuto} other {# minutos}}.',
  resetCodeBody: 'Escriba este código para restablecer su contraseña:',
  resetCodeExpires:
    'El código vence en {minutes, plural, one {# minuto} other {# minutos}}. Si pidió más de uno, use el más reciente.',
  resetCodeIgnore: 'Si no lo pidió, puede ignorar este correo. Su contraseña no cambiará. No comparta este código.',
  signInCodeSubject: '{code} es su código de Haulboard',
  signInCodeHeading: 'Su código',
  signInCodeBody: 'Escriba este código en Haulboard para continuar:',
  signInCodeExpires:
    'El código vence en {minutes, plural, one {# minuto} other {# minutos}} y solo funciona donde lo pidió. Si pidió más de uno, use el más reciente.',
  signInCodeIgnore: 'Si no lo pidió, puede ignorar este correo. No comparta este código. Nunca se lo pediremos.',
  passwordRemovedSubject: 'Su contraseña anterior ya no funciona',
  passwordRemovedPreview: 'Es posible que otra persona la conociera.',
  passwordRemovedBody:
    'Usted inició sesión en Haulboard con un código de su correo. Es posible que otra persona conociera la contraseña de su cuenta, por lo que la eliminamos y cerramos la sesión en todos los demás dispositivos.',
  passwordRemovedNext: 'Puede seguir iniciando sesión con un código o elegir una contraseña nueva.',
  accessEndedSubject: 'Cerramos la sesión en sus otros dispositivos',
  accessEndedPreview: 'Usted confirmó su correo.',
  accessEndedBody:
    'Usted inició sesión en Haulboard con un código de su correo, y así confirmó su dirección. Alguien más pudo haberla usado antes, así que cerramos la sesión en todos los demás dispositivos y desactivamos los códigos por mensaje de texto.',
  accessEndedNext:
    'Puede volver a iniciar sesión en sus dispositivos y activar de nuevo los códigos por mensaje de texto en su configuración de seguridad.',
  phoneLostSubject: 'Su número de teléfono ahora pertenece a otra cuenta',
  phoneLostPreview: 'Los mensajes de texto ya no abren su cuenta.',
  phoneLostBody:
    'Alguien recibió un código en el número de teléfono de su cuenta de Haulboard y ahora usa ese número en otra cuenta. Los códigos por mensaje de texto ya no abren su cuenta, y las empresas ya no le envían mensajes de texto.',
  phoneLostNext:
    'Si todavía tiene este número, vuelva a activar ambas cosas en su configuración. De lo contrario, indique allí su nuevo número.',
  choosePassword: 'Elegir una contraseña nueva',
  passwordChangedPreview: 'Se cerró su sesión en todos los dispositivos.',
  passwordChangedBody: 'Se cambió la contraseña de su cuenta de Haulboard y se cerró su sesión en todos los dispositivos.',
  passwordSetSubject: 'Se restableció su contraseña',
  passwordSetPreview: '{by} le creó una contraseña temporal.',
  passwordSetBody:
    '{by} creó una contraseña temporal para su cuenta de Haulboard y se cerró su sesión en todos los dispositivos.',
  passwordSetNext: 'Pida la contraseña temporal a {by}. Elegirá una propia la próxima vez que inicie sesión.',
  accountMadeSubject: 'Su cuenta de Haulboard está lista',
  companyAccountMadeSubject: 'Ya forma parte de {companyName} en Haulboard',
  accountMadePreview: 'Verifique su correo, luego inicie sesión y elija su propia contraseña.',
  accountMadeBody: '{by} le creó una cuenta de Haulboard. Inicie sesión con este correo.',
  companyAccountMadeBody: '{by} le creó una cuenta de Haulboard en {companyName}. Inicie sesión con este correo.',
  accountMadeNext: 'Pida la contraseña temporal a {by}. Elegirá una propia la primera vez que inicie sesión.',
  accountMadeVerify: 'Primero verifique su correo. El enlace vence en 24 horas.',
  ignoreIfUnknown: 'Si no conoce a {by}, puede ignorar este correo.',
  socialLinkedSubject: 'Se agregó {provider} como forma de iniciar sesión en su cuenta',
  socialLinkedPreview: 'Si no fue usted, restablezca su contraseña.',
  socialLinkedBody:
    'Alguien inició sesión en su cuenta de Haulboard con una cuenta de {provider} que usa este correo. Ahora puede iniciar sesión con {provider} o con su contraseña.',
  socialLinkedPasswordVoid:
    'Alguien inició sesión en su cuenta de Haulboard con una cuenta de {provider} que usa este correo. Ahora inicia sesión con {provider}. Su contraseña anterior y otras cuentas vinculadas ya no funcionan porque otra persona pudo haberlas agregado, y se cerró la sesión en todos los dispositivos.',
  companySignInSubject: 'Se agregó el inicio de sesión de la empresa a su cuenta',
  companySignInPreview: 'Ahora puede iniciar sesión a través de {companyName}.',
  companySignInBody:
    'Alguien inició sesión en su cuenta de Haulboard a través del proveedor de identidad de {companyName}, que confirmó este correo. Iniciar sesión de esta forma abre su trabajo en {companyName}. No abre un perfil de chofer ni solicitudes de empleo.',
  companySignInPasswordVoid:
    'Su contraseña anterior ya no funciona porque otra persona pudo haberla creado, y se cerró la sesión en todos los dispositivos.',
  companySignInNotYou: 'Si no fue usted, avise a un administrador de {companyName}.',
  socialLinkedNotYou:
    'Si no fue usted, restablezca su contraseña. Eso cierra la sesión en todos los dispositivos y desvincula esa cuenta.',
  companyEmailSubject: 'Verifique el correo de la empresa {companyName}',
  companyEmailPreview: 'Verifíquelo para recibir facturas y recibos.',
  companyEmailBody:
    'Verifique este correo para recibir las facturas y los recibos de {companyName}. El enlace vence en 24 horas.',
  companyEmailIgnore: 'Si no conoce esta empresa, puede ignorar este correo.',
  companyEmailChangeIgnore:
    'Hasta que lo verifique, usaremos el correo anterior. Si no conoce esta empresa, puede ignorar este correo.',
  companyEmailChangedSubject: 'Se cambió el correo de la empresa {companyName}',
  companyEmailChangedPreview: 'Las facturas y los recibos ahora llegan a {email}.',
  companyEmailChangedHeading: '{companyName} tiene un nuevo correo de la empresa',
  companyEmailChangedBody: 'Las facturas y los recibos de {companyName} ahora llegan a {email}, no a este correo.',
  companyEmailChangedWrong:
    'Si esto no es correcto, un administrador de la empresa puede cambiarlo en la configuración de la empresa.',
  companyAdminAddedSubject: '{name} ahora es administrador de {companyName}',
  administratorAddedSubject: '{name} ahora es administrador de Haulboard',
  superAdminAddedSubject: '{name} ahora es superadministrador de Haulboard',
  superAdminAddedBody:
    '{name} ({email}) ahora es superadministrador y puede abrir todas las empresas y administrar todas las cuentas, incluidas las de los administradores.',
  adminAddedPreview: 'Compruebe que usted esperaba este cambio.',
  companyAdminAddedBody:
    '{name} ({email}) ahora es administrador de {companyName} y puede publicar y pagar empleos, y agregar y quitar personas.',
  administratorAddedBody: '{name} ({email}) ahora es administrador y puede abrir todas las empresas y administrar las cuentas.',
  companyAdminAddedUnexpected:
    'El registro muestra quién hizo este cambio. Si no es correcto, desactive la cuenta en la configuración de la empresa y luego cambie su contraseña.',
  administratorAddedUnexpected:
    'El registro muestra quién hizo este cambio. Si no es correcto, bloquee la cuenta y luego cambie su contraseña.',
  openLog: 'Abrir el registro',
  companyLeftSubject: 'Ya no forma parte de {companyName} en Haulboard',
  companyLeftPreview: 'Conserva su cuenta de Haulboard.',
  companyLeftBody:
    'Su cuenta ya no pertenece a {companyName}: no puede ver sus empleos, solicitantes ni configuración, y no recibirá sus correos.',
  companyLeftNotYou: 'Si no fue usted, cambie su contraseña y luego pida otra invitación a la empresa.',
  joinSubject: '{by} le envió una invitación para unirse a {companyName} en Haulboard',
  joinPreview: 'Elija una contraseña para unirse.',
  joinPreviewExisting: 'Únase con la cuenta que ya tiene.',
  joinBody: '{by} le envió una invitación para unirse a {companyName} en Haulboard. Elija una contraseña para unirse.',
  joinBodyExisting:
    '{by} le envió una invitación para unirse a {companyName} en Haulboard. Ya tiene una cuenta, así que únase con su contraseña actual. Sus roles actuales no cambian.',
  joinExpires: 'El enlace vence en {days, plural, one {# día} other {# días}}. Si no conoce a {by}, puede ignorar este correo.',
  joinChoosePassword: 'Elegir contraseña',
  joinCompany: 'Unirme a {companyName}',
  carrierCheckSubject:
    '{outcome, select, verified {USDOT {usdotNumber} está verificado} rejected {USDOT {usdotNumber} no se confirmó} other {USDOT {usdotNumber} ya no está verificado}}',
  carrierCheckPreview:
    '{outcome, select, verified {{companyName} ya tiene la insignia “Transportista verificado”.} rejected {No pudimos confirmar el número de {companyName}.} other {{companyName} ya no tiene la insignia “Transportista verificado”.}}',
  carrierCheckBody:
    '{outcome, select, verified {Confirmamos que USDOT {usdotNumber} pertenece a {companyName}. Su página pública y sus empleos muestran la insignia “Transportista verificado”.} rejected {No pudimos confirmar que USDOT {usdotNumber} pertenece a {companyName}, así que su página pública y sus empleos no tienen insignia.} other {El registro de transportistas ya no indica que USDOT {usdotNumber} pueda operar, así que retiramos la insignia de {companyName}.}}',
  carrierCheckNext:
    '{outcome, select, verified {Verificamos el número cada semana. Si lo cambia, o si cambia el nombre de la empresa, la insignia desaparece.} rejected {Corrija el número en su configuración y verifíquelo de nuevo.} other {Cuando su autorización vuelva a estar activa, verifique el número en su configuración.}}',
  carrierWithdrawnSubject: 'Se retiró la insignia de {companyName}',
  carrierWithdrawnPreview: 'La verificación semanal indica que el transportista no puede operar.',
  carrierWithdrawnBody:
    'La verificación semanal de USDOT {usdotNumber} indica que el transportista ya no puede operar o ya no está registrado. Retiramos la insignia de {companyName} y avisamos a sus administradores. Sus empleos siguen publicados.',
  openPublicPage: 'Abrir configuración de la página pública',
  openCompany: 'Abrir empresa',
  companyStatusSubject:
    '{status, select, Active {{companyName} está activa en Haulboard} Inactive {{companyName} está inactiva en Haulboard} other {Se canceló la cuenta de {companyName} en Haulboard}}',
  companyStatusHeading:
    '{status, select, Active {{companyName} ya está activa} Inactive {{companyName} ahora está inactiva} other {Se canceló la cuenta de {companyName}}}',
  companyStatusMeaning:
    '{status, select, Active {Puede publicar empleos.} Inactive {Los empleos publicados siguen activos. No puede publicar nuevos hasta que su empresa vuelva a estar activa.} other {Sus empleos ya no son públicos. Aún puede ver la configuración y el historial de facturación.}}',
  companyStatusBody: 'Hola, {firstName}: Haulboard cambió el estatus de {companyName}.',
  jobRemovedSubject: 'Empleo quitado de la búsqueda: {title}',
  jobRemovedPreview: 'Los choferes ya no pueden ver este empleo.',
  jobRemovedHeading: 'Quitamos uno de sus empleos',
  jobRemovedBody: 'Hola, {firstName}: quitamos “{title}” de la búsqueda. Conservará sus solicitantes.',
  jobRemovedSupportHint: 'Para preguntarnos por qué, abra el empleo y seleccione Escribir a soporte.',
  jobRestoredSubject: 'Empleo restaurado: {title}',
  jobRestoredPreview: 'Los choferes pueden ver este empleo otra vez.',
  jobRestoredHeading: 'Su empleo está publicado otra vez',
  jobRestoredBody: 'Hola, {firstName}: “{title}” está publicado otra vez hasta el final de su período pagado.',
  jobRestoredThanks: 'Gracias por su paciencia.',
  contactSubject: '{companyName}: {subject}',
  contactBody: '{author} ({email}) de {companyName} envió un mensaje sobre “{title}”:',
  contactBodyNoJob: '{author} ({email}) de {companyName} envió un mensaje sobre un empleo:',
  contactReplyHint: 'Responda en Haulboard. Enviaremos su respuesta por correo y la guardaremos con el empleo.',
  contactAnswerSubject: 'Re: {subject}',
  contactAnswerBody: 'Hola, {firstName}: soporte de Haulboard respondió sobre “{title}”:',
  contactAnswerBodyNoJob: 'Hola, {firstName}: soporte de Haulboard respondió sobre un empleo:',
  viewMessages: 'Ver mensajes',
  newApplicantSubject: '{applicant} envió una solicitud para {title}',
  newApplicantPreview: 'Nuevo solicitante en {place}',
  newApplicantHeading: 'Tiene un nuevo solicitante',
  newApplicantBody: 'Hola, {firstName}: {applicant} envió una solicitud para “{title}” en {place}.',
  newApplicantReplyHint: 'Responda en menos de una hora, cuando es más probable que el chofer conteste.',
  callApplicant: 'Llamar a {applicant}: {phone}',
  viewApplicant: 'Ver solicitante',
  applicationSentSubject: 'Solicitud enviada: {title}',
  applicationSentPreview: '{company} recibió su solicitud.',
  applicationSentBody: 'Hola, {firstName}: {company} recibió su solicitud para “{title}” en {place}.',
  applicationSentTrackHint: 'Puede verla o retirarla en Mis solicitudes.',
  jobAlertBody: 'Hola, {firstName}: sus búsquedas guardadas encontraron empleos nuevos.',
  manageSearches: 'Administrar búsquedas guardadas',
  seeAllJobs: 'Ver todos los empleos de esta búsqueda',
  stopJobAlert: 'Detener esta alerta',
  becauseJobAlerts: 'Recibe este correo porque guardó una búsqueda de empleo.',
  nearbyJobSubject: 'Un empleo cerca de usted: {title}',
  hiringNearbyPreview: '{company} busca choferes en {place}.',
  nearbyJobHeading: 'Un empleo cerca de usted',
  nearbyJobBody:
    'Hola, {firstName}: {company} busca choferes en {place} para “{title}”. Es compatible con su perfil y ubicación.',
  interviewProposedSubject:
    '{company} le invita a una {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} para {title}',
  interviewNewTimesSubject:
    'Nuevos horarios de {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} de {company}: {title}',
  interviewProposedPreview: '{count, plural, one {Confirme el horario propuesto} other {Elija uno de # horarios}}',
  interviewProposedHeading:
    '{kind, select, road_test {{company} le invita a una prueba de manejo} orientation {{company} le invita a una orientación} other {{company} quiere hacerle una entrevista}}',
  interviewNewTimesHeading:
    'Nuevos horarios para su {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}}',
  interviewProposedBody:
    'Hola, {firstName}: {company} quiere {kind, select, phone {hablar con usted por teléfono} video {hablar con usted por videollamada} road_test {hacerle una prueba de manejo} orientation {recibirle en una orientación} other {reunirse con usted en persona}} para el empleo {title}. Duración: {length}.',
  interviewMovedNote:
    'Su {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} del {when} ya no será a esa hora. Abra el archivo adjunto para quitarla de su calendario.',
  interviewChooseTime:
    '{count, plural, one {Confirme el horario o avise a la empresa que no le sirve.} other {Elija el horario que le sirva o avise a la empresa que ninguno le sirve.}}',
  interviewKind:
    '{kind, select, phone {Llamada telefónica} video {Videollamada} road_test {Prueba de manejo} orientation {Orientación} other {En persona}}',
  chooseATime: 'Elegir un horario',
  viewDetails: 'Ver detalles',
  interviewScheduledSubject:
    '{kind, select, road_test {Prueba de manejo} orientation {Orientación} other {Entrevista}} con {company} el {when}',
  interviewScheduledPreview:
    'Su {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} con {company} está programada',
  interviewScheduledHeading:
    'Su {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} está programada',
  interviewScheduledBody:
    'Hola, {firstName}: su {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} con {company} para {title} está programada.',
  interviewCalendarHint:
    'Abra el archivo adjunto para agregar la {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} a su calendario.',
  calendarEntryTitle: '{kind, select, road_test {Prueba de manejo} orientation {Orientación} other {Entrevista}}: {name}',
  calendarEntryDescription:
    '{kind, select, road_test {Prueba de manejo} orientation {Orientación} other {Entrevista}} para el empleo “{title}”',
  interviewCanceledSubject:
    '{kind, select, road_test {Prueba de manejo} orientation {Orientación} other {Entrevista}} con {name} cancelada',
  interviewCanceledHeading: '{kind, select, road_test {Prueba de manejo} orientation {Orientación} other {Entrevista}} cancelada',
  interviewCanceledPreview:
    'La {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} no se realizará',
  interviewCanceledBody:
    'Hola, {firstName}: {company} canceló la {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} para {title}.',
  interviewCanceledByYou:
    'Hola, {firstName}: usted canceló la {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} con {company} para {title}. Le avisamos a la empresa.',
  applicantInterviewSubject:
    '{change, select, scheduled {{applicant} eligió un horario para la {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}}} declined {A {applicant} no le sirve ningún horario} company_canceled {{kind, select, road_test {Prueba de manejo} orientation {Orientación} other {Entrevista}} con {applicant} cancelada} company_rescheduled {Se propusieron otros horarios de {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} a {applicant}} no_times_left {Ya no quedan horarios de {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} para {applicant}} other {{applicant} canceló la {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}}}}',
  jobTitlePreview: 'Empleo: {title}',
  applicantInterviewHeading:
    '{change, select, scheduled {{kind, select, road_test {Prueba de manejo} orientation {Orientación} other {Entrevista}} con {applicant}} declined {A {applicant} no le sirve ninguno de los horarios} company_rescheduled {{kind, select, road_test {Prueba de manejo} orientation {Orientación} other {Entrevista}} con {applicant} cambiada} no_times_left {Ya no quedan horarios para {applicant}} other {{kind, select, road_test {Prueba de manejo} orientation {Orientación} other {Entrevista}} con {applicant} cancelada}}',
  applicantInterviewBody:
    '{change, select, scheduled {Hola, {firstName}: {applicant} eligió un horario para la {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} de {title}. Abra el archivo adjunto para agregarla a su calendario.} declined {Hola, {firstName}: a {applicant} no le sirve ninguno de los horarios propuestos para la {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} de {title}. Puede proponer otros.} company_canceled {Hola, {firstName}: su empresa canceló la {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} con {applicant} para {title}. Abra el archivo adjunto para quitarla de su calendario.} company_rescheduled {Hola, {firstName}: su empresa propuso otros horarios a {applicant} para la {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} de {title}, que ya no será a la hora de abajo. Abra el archivo adjunto para quitarla de su calendario. Recibirá uno nuevo cuando {applicant} elija un horario.} no_times_left {Hola, {firstName}: otros choferes tomaron todos los horarios propuestos a {applicant} para la {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} de {title}. Proponga otros para que {applicant} pueda elegir uno.} other {Hola, {firstName}: {applicant} canceló la {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} para {title}.}}',
  interviewReminderSubject:
    'Recordatorio: {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} con {name} el {when}',
  interviewReminderHeading:
    'Su {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} con {name}',
  interviewReminderBody:
    'Hola, {firstName}: le recordamos su {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} con {company} para {title}. Si no puede asistir, cancélela o escríbale a la empresa.',
  applicantInterviewReminderBody:
    'Hola, {firstName}: le recordamos su {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} con {applicant} para {title}.',
  interviewAccountDeletedSubject:
    '{kind, select, road_test {Prueba de manejo} orientation {Orientación} other {Entrevista}} del {when} cancelada: {title}',
  interviewAccountDeletedBody:
    'Hola, {firstName}: el chofer eliminó su cuenta de Haulboard, así que esta {kind, select, road_test {prueba de manejo} orientation {orientación} other {entrevista}} para {title} queda cancelada. Abra el archivo adjunto para quitarla de su calendario.',
  notSelectedSubject: 'Novedades sobre su solicitud a {company}',
  notSelectedHeading: 'Novedades sobre su solicitud',
  findJobs: 'Buscar empleos',
  driverMessageSubject: '{company} le envió un mensaje sobre {title}',
  driverMessageHeading: 'Mensaje nuevo de {company}',
  driverMessageBody: 'Hola, {firstName}: {company} le escribió sobre su solicitud para {title}:',
  driverMessageBodyHidden:
    'Hola, {firstName}: {company} le escribió sobre su solicitud para {title}. Seleccione Leer y responder para ver el mensaje.',
  applicantMessageSubject: '{applicant} respondió sobre {title}',
  applicantMessageBody: 'Hola, {firstName}: {applicant} le escribió sobre {title}:',
  driverMessageReplyByEmail: 'Para contestarle a {company}, responda a este correo o seleccione Leer y responder.',
  driverMessageReplyOnline:
    'Para contestarle a {company}, seleccione Leer y responder. La empresa no recibe las respuestas a este correo.',
  readAndReply: 'Leer y responder',
  jobInvitationSubject: '{company} le invita a solicitar un empleo: {title}',
  jobInvitationHeading: '{company} le invita a solicitar un empleo',
  jobInvitationBody:
    'Hola, {firstName}: su perfil es compatible con el empleo “{title}” de {company} en {place}, y la empresa le invita a solicitarlo.',
  jobInvitationReasons:
    '{company} no ve su nombre ni sus datos de contacto a menos que usted solicite el empleo. Por qué el empleo es para usted:',
  jobInvitationPlace: 'Lugar',
  becauseDaily: 'Recibe este correo porque eligió un resumen diario. Puede cambiarlo en su configuración de notificaciones.',
  becauseInterview:
    'Recibe este correo porque está a cargo de este solicitante, propuso la entrevista o trabaja para la empresa.',
  becauseUnanswered:
    'Recibe este correo porque estos solicitantes están a su cargo o porque se le avisa de los solicitantes nuevos.',
  becauseFollowUp:
    'Recibe este correo porque estos seguimientos están a su cargo, o porque nadie más de su equipo los tiene a cargo.',
  becauseMentioned: 'Recibe este correo porque un colega le mencionó en una nota.',
  becausePoster: 'Recibe este correo porque publicó este empleo o administra la cuenta de su empresa.',
  becauseReplies: 'Recibe este correo porque está a cargo de este solicitante, le escribió al chofer o trabaja para la empresa.',
  digestBody: 'Hola, {firstName}: esto pasó en {company} desde su último resumen.',
  digestHeading: 'Su resumen diario',
  digestLine:
    '{kind, select, new_application {{count, plural, one {# solicitante nuevo} other {# solicitantes nuevos}}} mention {{count, plural, one {# mención} other {# menciones}}} new_message {{count, plural, one {# respuesta de un chofer} other {# respuestas de choferes}}} follow_up {{count, plural, one {# seguimiento pendiente} other {# seguimientos pendientes}}} unanswered {{count, plural, one {# solicitante sin respuesta} other {# solicitantes sin respuesta}}} other {{count, plural, one {# respuesta a una entrevista} other {# respuestas a entrevistas}}}}: {title}',
  digestPreview: '{count, plural, one {# novedad} other {# novedades}}',
  digestSubject: 'Resumen diario de {company}',
  unansweredBody:
    'Hola, {firstName}: {count, plural, one {este chofer envió su solicitud a {company} y aún no ha recibido respuesta} other {estos choferes enviaron su solicitud a {company} y aún no han recibido respuesta}}.',
  unansweredHeading: '{count, plural, one {Un chofer espera su respuesta} other {# choferes esperan su respuesta}}',
  unansweredHint:
    'Para responder, envíe un mensaje, proponga una entrevista o elija la siguiente etapa. Los choferes que esperan más de 14 días ven cuándo le enviamos un recordatorio.',
  unansweredLine: '{applicant} ({title}, solicitud del {day})',
  followUpsBody:
    'Hola, {firstName}: {count, plural, one {este seguimiento de {company} es para hoy o está atrasado} other {estos seguimientos de {company} son para hoy o están atrasados}}:',
  followUpsHeading: '{count, plural, one {Tiene un seguimiento para hoy} other {Tiene # seguimientos para hoy}}',
  followUpsSubject: '{count, plural, one {Dé seguimiento a {applicant}} other {Tiene # seguimientos para hoy}}',
  followUpLine: '{task} ({applicant}, {title}, para el {day})',
  viewApplicants: 'Ver solicitantes',
  viewFollowUps: 'Ver seguimientos',
  mentionBody: 'Hola, {firstName}: {author} le mencionó en una nota sobre {applicant}, que solicitó “{title}”.',
  mentionHeading: '{author} le mencionó',
  mentionPreview: 'En una nota sobre un solicitante de {title}.',
  mentionSubject: '{author} le mencionó en una nota sobre {applicant}',
  totalWithInvoice: 'Total: {total}. Factura {invoice}.',
  totalOnly: 'Total: {total}.',
  jobPostedSubject: 'Publicado: {title} ({count, plural, one {# empleo} other {# empleos}})',
  jobPostedHeading: 'Su empleo está publicado',
  jobPostedBody: 'Hola, {firstName}: “{title}” ya está publicado en {places}.',
  jobScheduledSubject: 'Programado: {title} ({count, plural, one {# empleo} other {# empleos}})',
  jobScheduledHeading: 'Su empleo está programado',
  jobScheduledBody: 'Hola, {firstName}: “{title}” está programado para publicarse en {places}.',
  jobPostedApplicantsNote: 'Le avisaremos por correo cada vez que un chofer envíe su solicitud.',
  jobRenewedSubject: 'Renovado: {title}',
  jobRenewedPreview: 'Publicado hasta el {until}. Total: {total}. Factura {invoice}.',
  jobRenewedHeading: 'Se renovó su empleo',
  jobRenewedBody: 'Hola, {firstName}: “{title}” en {place} ahora está publicado hasta el {until}.',
  jobRenewsSubject: 'Se renueva el {next}: {title}',
  jobRenewsPreview: 'Se cobrarán {total} el {next}.',
  jobRenewsHeading: 'Su empleo se renueva pronto',
  autoRenewOnHeading: 'La renovación automática de su empleo está activada',
  jobRenewsBody: 'Hola, {firstName}: “{title}” en {place} se renueva el {next} y sigue publicado hasta el {until}.',
  jobRenewsCancel: 'Se cobrarán {total}. Si no quiere renovar, cancele la renovación antes de esta fecha y hora: {deadline}.',
  jobRenewsCancelNoTime: 'Se cobrarán {total}. Si no quiere renovar, cancele la renovación antes de esa fecha.',
  autoRenewedPreview: 'Publicado hasta el {until}. Total: {total}.',
  autoRenewedHeading: 'Su empleo se renovó',
  autoRenewedBody: 'Hola, {firstName}: “{title}” en {place} se renovó automáticamente y está publicado hasta el {until}.',
  jobBoostedSubject: 'Con promoción: {title}',
  jobBoostedPreview: 'Con promoción hasta el {until}.',
  jobBoostedHeading: 'Su empleo está promocionado',
  jobBoostedBody:
    'Hola, {firstName}: “{title}” en {place} está en la fila para los lugares patrocinados de la búsqueda hasta el {until}. Estamos avisando por correo a los choferes compatibles.',
  jobBoostedFree: 'Esta promoción es gratis.',
  jobPaymentFailedSubject: 'El pago falló: {title}',
  renewalFailedHeading: 'Falló el pago de la renovación',
  renewalFailedBody: 'Hola, {firstName}: falló el pago de {total} para renovar “{title}” en {place}: {reason}',
  renewalFailedRetry:
    'No se le cobró. Lo intentaremos de nuevo el {nextTry} y el empleo sigue publicado hasta entonces. Revise su tarjeta en Configuración.',
  checkCard: 'Revisar tarjeta',
  renewalEndedSubject: 'Empleo quitado de la búsqueda: falló el pago de {title}',
  renewalEndedHeading: 'Su empleo salió de la búsqueda',
  renewalEndedBody:
    'No se le cobró. Este fue nuestro último intento, así que los choferes ya no pueden ver el empleo. Renuévelo para que vuelva a la búsqueda.',
  renewJob: 'Renovar empleo',
  paymentDeclinedSubject: 'Pago rechazado: {title}',
  paymentDeclinedBody: 'Hola, {firstName}: falló el pago de “{title}”: {reason}',
  paymentDeclinedRetry: 'No se le cobró. Pruebe con otra tarjeta.',
  paymentNotTakenBody: 'Hola, {firstName}: no pudimos procesar el pago de “{title}”.',
  paymentNotTakenRetry: 'No se le cobró. Inténtelo de nuevo.',
  moreLinesCount: '{count, plural, one {# concepto más} other {# conceptos más}}',
  factInvoiceTotal: 'Total de la factura',
  invoiceSubject: 'Factura {number}, vence el {due}',
  amountForCompanyPreview: '{amount} para {companyName}',
  invoiceHeading: 'Factura {number}',
  invoiceBody:
    'Adjuntamos la factura de su pedido en Haulboard. Pague {amount} a más tardar el {due} e incluya el número de factura.',
  receiptSubject: 'Recibo {number}',
  receiptPreview: '{companyName} pagó {amount}',
  receiptHeading: 'Gracias por su pago',
  receiptBody: 'Adjuntamos el recibo {number}.',
  refundSubject: 'Reembolso {number}',
  refundBody: 'Reembolsamos {amount} a {companyName}. {reason}',
  refundBodyToCard: 'Reembolsamos {amount} a la tarjeta {card} de {companyName}. {reason}',
  refundBodyToUnknownCard: 'Reembolsamos {amount} a la tarjeta de {companyName}. {reason}',
  refundBodyCredit: 'Acreditamos {amount} a {companyName}. {reason}',
  refundAttached: 'Adjuntamos el recibo del reembolso.',
  invoiceOverdueSubject: 'La factura {number} lleva {days, plural, one {# día} other {# días}} vencida',
  invoiceOverduePreview: 'Debe {amount}; el plazo de pago ya venció.',
  invoiceOverdueHeading: 'La factura {number} está vencida',
  invoiceOverdueBody: 'Su factura venció el {due}. Pague {amount} e incluya el número de factura.',
  invoiceDueSubject: 'Recordatorio: la factura {number} vence el {due}',
  invoiceDuePreview: 'Debe pagar {amount} a más tardar el {due}.',
  invoiceDueHeading: 'La factura {number} vence pronto',
  invoiceDueBody: 'Su factura vence el {due}. Pague {amount} a más tardar ese día e incluya el número de factura.',
  alreadyPaid: 'Si ya pagó, gracias. Puede ignorar este correo.',
  invoiceVoidedSubject: 'Se anuló la factura {number}',
  invoiceVoidedPreview: 'No hay nada por pagar.',
  invoiceVoidedBody: 'No tiene que pagar esta factura. {reason}',
  cardExpiredSubject: 'Su tarjeta de {companyName} venció',
  cardExpiredPreview: 'Actualícela para que sus empleos se sigan renovando.',
  cardExpiredBody:
    'Su {card} venció, así que no podemos renovar los empleos de {companyName}. Terminarán cuando acabe su período pagado. Actualice su tarjeta para que se sigan renovando.',
  cardExpiresSubject: 'Su tarjeta de {companyName} vence en {expires}',
  cardExpiresPreview: 'Actualícela antes de que venza.',
  cardExpiresBody: 'Su {card} vence en {expires}. Actualícela para que los empleos de {companyName} se sigan renovando.',
  recommendationToDriver:
    'Hola, {name}:\n\nUso {productName} para encontrar empleos de chofer. Puede registrarse aquí:\n{link}\n\n{sender}',
  recommendationToEmployer:
    'Hola, {name}:\n\nUso {productName} para contratar choferes de camión. Puede registrarse aquí:\n{link}\n\n{sender}',
  openSecurity: 'Revisar la seguridad',
  factorAddedSubject: 'Se agregó un método de inicio de sesión a su cuenta',
  factorAddedPreview: 'Se agregó “{name}” a la verificación en dos pasos.',
  factorAddedAppBody:
    'Se agregó la aplicación de autenticación “{name}” a su cuenta de Haulboard. Puede usar sus códigos para iniciar sesión.',
  factorAddedPasskeyBody: 'Se agregó la llave de acceso “{name}” a su cuenta de Haulboard. Puede usarla para iniciar sesión.',
  factorAddedNotYou: 'Si no fue usted, cambie su contraseña y elimine el método de inmediato.',
  factorRemovedSubject: 'Se eliminó un método de inicio de sesión de su cuenta',
  factorRemovedPreview: 'Se eliminó “{name}” de la verificación en dos pasos.',
  factorRemovedBody: 'Se eliminó “{name}” de su cuenta de Haulboard. Ya no sirve para iniciar sesión.',
  factorRemovedLast:
    'Era el último, así que la verificación en dos pasos está desactivada. Ahora puede iniciar sesión solo con su contraseña.',
  recoveryCodeUsedSubject: 'Se usó un código de recuperación para iniciar sesión',
  recoveryCodeUsedPreview:
    '{left, plural, =0 {Ya no le quedan códigos de recuperación.} one {Le queda # código de recuperación.} other {Le quedan # códigos de recuperación.}}',
  recoveryCodeUsedBody:
    'Se usó un código de recuperación en su cuenta de Haulboard. {left, plural, =0 {Ya no le quedan códigos de recuperación, así que cree nuevos ahora.} one {Le queda # código de recuperación.} other {Le quedan # códigos de recuperación.}}',
  recoveryCodesRenewedSubject: 'Tiene nuevos códigos de recuperación',
  recoveryCodesRenewedPreview: 'Los anteriores ya no funcionan.',
  recoveryCodesRenewedBody:
    'Se crearon nuevos códigos de recuperación para su cuenta de Haulboard. Los anteriores ya no funcionan.',
  factorsResetSubject: 'Se restableció la verificación en dos pasos',
  factorsResetPreview: '{by} restableció la verificación en dos pasos de su cuenta.',
  factorsResetBody:
    '{by} eliminó todas las aplicaciones de autenticación, llaves de acceso y códigos de recuperación de su cuenta de Haulboard, y se cerró su sesión en todos los dispositivos.',
  factorsResetNext: 'Inicie sesión con su contraseña y configure de nuevo la verificación en dos pasos.',
  earlyFactorsRemovedSubject: 'Se eliminaron formas de iniciar sesión de su cuenta',
  earlyFactorsRemovedPreview: 'Se agregaron antes de verificar su correo.',
  earlyFactorsRemovedBody:
    'Usted recuperó su cuenta de Haulboard con su correo. Eliminamos las aplicaciones de autenticación y llaves de acceso que se agregaron antes de verificar este correo, y todos los códigos de recuperación, porque otra persona pudo haberlas agregado.',
  earlyFactorsRemovedNext: 'Si eran suyas, agréguelas de nuevo en la página Seguridad.',
};
