import type { Catalogue } from '#shared/texts/texts.ts';

export const legal: Catalogue['legal'] = {
  asOf: 'Vigente desde el {date}',
  eligibility: 'Quién puede usar Haulboard',
  eligibilityText:
    'Haulboard es para empleadores que contratan choferes en Estados Unidos, para las personas que trabajan con esos empleadores y para choferes que buscan trabajo. Debe usar su nombre real y su propio correo electrónico, y no debe compartir su contraseña.',
  jobPostings: 'Publicaciones de empleo',
  jobPostingsText:
    'Los empleadores solo pueden publicar empleos reales, con la ubicación, el pago y las condiciones de trabajo verdaderas. Retiramos las publicaciones engañosas, discriminatorias o ilegales.',
  pricing: 'Precios y pagos',
  pricingText:
    'Verá el precio de cada publicación y de cada complemento antes de pagar. Una publicación dura {days} días. Si activa la renovación automática, se renueva cada {days} días hasta que usted la cancele. Las empresas que pagan con factura deben pagar cada factura en un plazo de {terms} días.',
  applicationsText:
    'Cuando un chofer solicita un empleo, enviamos su perfil a ese empleador, que solo puede usarlo para contratar. Solicitar empleos siempre es gratis para los choferes.',
  termination: 'Cancelación',
  terminationText:
    'Puede dejar de usar Haulboard cuando quiera. Podemos bloquear una cuenta que no cumpla estos términos. Si lo pregunta, le diremos por qué.',
  collect: 'Información que recopilamos',
  collectText:
    'Recopilamos su nombre, correo electrónico y número de teléfono. Si es chofer, también guardamos el perfil que llena y las solicitudes que envía. Si es empleador, guardamos los datos de su empresa, sus empleos y su historial de facturación. Guardamos las contraseñas solo en forma cifrada irreversible (hash). Nuestro procesador de pagos guarda los números de tarjeta y solo nos da el tipo de tarjeta, los últimos cuatro dígitos y la fecha de vencimiento.',
  visible: 'Quién puede verla',
  visibleText:
    'Cuando usted solicita un empleo, ese empleador ve su solicitud. Los empleadores también pueden ver qué tan compatibles son con un empleo los choferes que no lo han solicitado, pero no sus nombres, correos ni teléfonos. Los empleadores ven si usted tiene 21 años o más, nunca su fecha de nacimiento.',
  messages: 'Correos y mensajes',
  messagesText:
    'Le enviamos correos sobre su cuenta, como enlaces de verificación, solicitudes y recibos. Solo enviamos novedades del producto por correo o mensaje de texto si usted las acepta, y registramos la fecha y el texto que aceptó. Puede desactivarlas en cualquier momento en su configuración de notificaciones.',
  cookies: 'Cookies',
  cookiesText:
    'Usamos una cookie para mantener su sesión abierta, otra para recordar su respuesta a los términos y otra para recordar su idioma. No usamos redes de publicidad ni rastreo de terceros.',
  deletion: 'Eliminación',
  deletionText:
    'Los choferes pueden eliminar su cuenta en cualquier momento en la configuración. Cualquier persona también puede pedirnos que eliminemos la suya. Cuando usted elimina su cuenta, borramos de inmediato su perfil, sus datos de contacto y sus sesiones. Los empleadores conservan un conteo anónimo de solicitudes anteriores.',
  privacyPolicy: 'Política de privacidad',
  customerTermsOfService: 'Términos de servicio para clientes',
};
