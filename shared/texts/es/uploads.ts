import type { Catalogue } from '#shared/texts/texts.ts';

export const uploads: Catalogue['uploads'] = {
  changeVideo: 'Cambiar video',
  uploadVideo: 'Subir video',
  removeVideo: 'Quitar video',
  uploadingFile: 'Subiendo {fileName}',
  sentOfTotal:
    '{parts, plural, =0 {{progress, number, ::percent} · {sent} de {total} MB} other {{progress, number, ::percent} · {sent} de {total} MB · {partsDone} de {parts} partes}}',
  cancelUpload: 'Cancelar subida',
  chooseAnotherFile: 'Elegir otro archivo',
  uploadStopped: 'La subida de {fileName} se detuvo. Elija el mismo archivo para continuar.',
  watchTheVideo: 'Ver el video',
  videoTypeUnsupported: 'Use un video MP4 o WebM',
  videoTooLarge: 'Use un video de hasta {gigabytes} GB',
  connectionLost: 'Se perdió la conexión',
  documentTypeUnsupported: 'Use un PDF o un documento de Word (DOCX)',
  documentProtected: 'Este archivo está protegido con una contraseña. Guarde una copia sin contraseña e inténtelo de nuevo.',
  documentDamaged: 'No pudimos abrir este archivo. Guárdelo otra vez e inténtelo de nuevo.',
  documentTooLong: 'Este archivo es demasiado grande para leerlo. Use uno más corto o complete el formulario usted mismo.',
  documentHasNoText:
    'Este archivo no tiene texto; puede ser un escaneo o una foto. Use el archivo original o complete el formulario usted mismo.',
  documentsBusy: 'Estamos leyendo muchos archivos en este momento. Inténtelo en un momento.',
};
