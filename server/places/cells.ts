const milesPerDegree = 69.0;
/** The SQL function `miles_between` uses the same radius. */
export const earthRadiusMiles = 3958.8;

const toRow = (latitude: number) => Math.floor(latitude * 2);
const toColumn = (longitude: number) => Math.floor((longitude + 200) * 2);

/** The number of the half-degree map cell of a location. Cells index locations without a database extension. */
export function cellOf(latitude: number, longitude: number): number {
  return toRow(latitude) * 1000 + toColumn(longitude);
}

/** Every cell that a circle touches. Queries must check the exact distance of each row. */
export function cellsNear(latitude: number, longitude: number, radiusMiles: number): number[] {
  const latitudeRadius = radiusMiles / milesPerDegree;
  const maxLatitude = Math.min(89, Math.abs(latitude) + latitudeRadius);
  const longitudeRadius = radiusMiles / (milesPerDegree * Math.cos((maxLatitude * Math.PI) / 180));
  const cells: number[] = [];
  for (let r = toRow(latitude - latitudeRadius); r <= toRow(latitude + latitudeRadius); r += 1)
    for (let c = toColumn(longitude - longitudeRadius); c <= toColumn(longitude + longitudeRadius); c += 1)
      cells.push(r * 1000 + c);
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

/** Sorts the cells by the distance of their nearest edge. */
export function nearestFirst(cells: readonly number[], from: Point): number[] {
  const cellDistances = cells.map((cell) => ({ cell, miles: milesToCell(from, cell) }));
  return cellDistances.toSorted((a, b) => a.miles - b.miles || a.cell - b.cell).map(({ cell }) => cell);
}

function milesToCell(from: Point, cell: number): number {
  const { south, west } = cellEdges(cell);
  const clampToCell = (value: number, min: number) => Math.min(min + 0.5, Math.max(min, value));
  return milesBetween(from, { latitude: clampToCell(from.latitude, south), longitude: clampToCell(from.longitude, west) });
}

export function cellCenter(cell: number): Point {
  const { south, west } = cellEdges(cell);
  return { latitude: south + 0.25, longitude: west + 0.25 };
}

function cellEdges(cell: number): { south: number; west: number } {
  const cellRow = Math.floor(cell / 1000);
  return { south: cellRow / 2, west: (cell - cellRow * 1000) / 2 - 200 };
}
