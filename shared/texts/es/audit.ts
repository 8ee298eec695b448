import type { Catalogue } from '#shared/texts/texts.ts';

export const audit: Catalogue['audit'] = {
  haulboard: 'Haulboard',
  ownCompanyDescription: 'Actividad en su empresa, incluso lo que el personal de Haulboard hace en su nombre.',
  chosenCompanyDescription: 'Actividad en esta empresa, como la ven sus usuarios.',
  allActivityDescription: 'Toda la actividad. Si alguien actuó como otro usuario, se ven ambos nombres.',
  searchTheLog: 'Buscar actividad',
  noActivityHint: 'La actividad aparece aquí conforme ocurre.',
  noActivityYet: 'Aún no hay actividad',
};
