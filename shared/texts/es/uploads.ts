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
};
