export const places = {
  routeNeedsAStart: 'Enter the city or ZIP code where the route begins',
  addressPlaceholder: 'Street, city or ZIP code',
  searchingLocations: 'Searching locations',
  suggestions: 'Suggestions',
  placeDataCredit: 'Place data: GeoNames, CC BY 4.0',
  keepTypingAddress: 'Add the city and state, or the ZIP code.',
  addressCheckNote: 'Only the city and the ZIP code are checked.',
  noUsLocationsFound: 'No US locations found. Check the spelling.',
  mapLabel: 'Map: {label}',
} as const;
