import type { Catalogue } from '#shared/texts/texts.ts';

export const places: Catalogue['places'] = {
  routeNeedsAStart: 'Escriba la ciudad o el código postal donde empieza la ruta',
  addressPlaceholder: 'Calle, ciudad o código postal',
  searchingLocations: 'Buscando ubicaciones',
  suggestions: 'Sugerencias',
  placeDataCredit: 'Datos de lugares: GeoNames, CC BY 4.0',
  keepTypingAddress: 'Agregue la ciudad y el estado, o el código postal.',
  addressCheckNote: 'Solo se comprueban la ciudad y el código postal.',
  noUsLocationsFound: 'No se encontró ningún lugar en EE. UU. Revise la ortografía.',
  mapLabel: 'Mapa: {label}',
};
