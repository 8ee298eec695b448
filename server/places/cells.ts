/** Between two parallels and two meridians. */
export type Box = { south: number; north: number; west: number; east: number };

const degrees = (radians: number) => (radians * 180) / Math.PI;
const radians = (angle: number) => (angle * Math.PI) / 180;

/** The largest rounding error of an edge, in degrees: about four inches. */
const roundingError = 1e-6;

/** The smallest box around a circle. */
export function boxAround(center: Point, miles: number): Box {
  const angle = miles / earthRadiusMiles;
  const widest = Math.sin(angle) / Math.cos(radians(center.latitude));
  const containsPole = Math.abs(radians(center.latitude)) + angle >= Math.PI / 2;
  const up = degrees(angle) + roundingError;
  const longitudeSpan = containsPole ? 360 : degrees(Math.asin(widest)) + roundingError;
  const { latitude, longitude } = center;
  return { south: latitude - up, north: latitude + up, west: longitude - longitudeSpan, east: longitude + longitudeSpan };
}

/** Half-degree map cells over the US, which index locations without a database extension. */
const milesPerDegree = 69.0;
/** The SQL function `miles_between` uses the same radius. */
export const earthRadiusMiles = 3958.8;

const row = (latitude: number) => Math.floor(latitude * 2);
const column = (longitude: number) => Math.floor((longitude + 200) * 2);

export function cellOf(latitude: number, longitude: number): number {
  return row(latitude) * 1000 + column(longitude);
}

/** Every cell that a circle touches. Queries check the exact distance of the rows. */
export function cellsNear(latitude: number, longitude: number, radiusMiles: number): number[] {
  const latitudes = radiusMiles / milesPerDegree;
  const maxLatitude = Math.min(89, Math.abs(latitude) + latitudes);
  const longitudes = radiusMiles / (milesPerDegree * Math.cos((maxLatitude * Math.PI) / 180));
  const cells: number[] = [];
  for (let r = row(latitude - latitudes); r <= row(latitude + latitudes); r += 1)
    for (let c = column(longitude - longitudes); c <= column(longitude + longitudes); c += 1) cells.push(r * 1000 + c);
  return cells;
}

export type Point = { latitude: number; longitude: number };

/** The great-circle distance in miles. */
export function milesBetween(a: Point, b: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const dLat = radians(b.latitude - a.latitude);
  const dLng = radians(b.longitude - a.longitude);
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(dLng / 2) ** 2;
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The cells in the order of their nearest edge. */
export function nearestFirst(cells: readonly number[], from: Point): number[] {
  const near = cells.map((cell) => ({ cell, miles: milesToCell(from, cell) }));
  return near.toSorted((a, b) => a.miles - b.miles || a.cell - b.cell).map(({ cell }) => cell);
}

function milesToCell(from: Point, cell: number): number {
  const { south, west } = edgesOf(cell);
  const within = (value: number, min: number) => Math.min(min + 0.5, Math.max(min, value));
  return milesBetween(from, { latitude: within(from.latitude, south), longitude: within(from.longitude, west) });
}

export function middleOf(cell: number): Point {
  const { south, west } = edgesOf(cell);
  return { latitude: south + 0.25, longitude: west + 0.25 };
}

function edgesOf(cell: number): { south: number; west: number } {
  const cellRow = Math.floor(cell / 1000);
  return { south: cellRow / 2, west: (cell - cellRow * 1000) / 2 - 200 };
}
