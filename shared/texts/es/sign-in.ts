import type { Catalogue } from '#shared/texts/texts.ts';

export const signIn: Catalogue['signIn'] = {
  socialSignInLabel: 'Otras formas de entrar para choferes',
  orAsADriver: 'o, como chofer',
  testSignInNote: 'Inicio de sesión de prueba: no se usa una cuenta real.',
  continueWith: 'Continuar con {name}',
  termsOfService: 'Términos de servicio',
  acceptTermsPrompt:
    'Lea y acepte los <terms>Términos de servicio para clientes</terms> y la <privacy>Política de privacidad</privacy>.',
  decline: 'Rechazar',
  accept: 'Aceptar',
  welcome: '¡Hola!',
  welcomeHint: 'Inicie sesión en su cuenta',
  createNewAccount: 'Crear cuenta nueva',
  forgottenPassword: '¿Olvidó su contraseña?',
  sendMeACode: 'Recibir un código',
  usePasskey: 'Usar una llave de acceso',
  companySignIn: 'Entrar con SSO',
};
