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

/**
 * A circle around a place or, with an `end`, the places along the way from one to the other: those for which the way gets at most so
 * many miles longer (an ellipse).
 */
export type Surroundings = { center: Point; end: Point | null; miles: number };

/** The cells of a route are those near points that are this far apart. */
const routeStepMiles = 40;

/** Every cell that the circle or ellipse touches. Queries must check the exact distance of each row. */
export function cellsOf({ center, end, miles }: Surroundings): number[] {
  if (!end) return cellsNear(center.latitude, center.longitude, miles);
  const length = milesBetween(center, end);
  const halfWidth = Math.sqrt(((length + miles) / 2) ** 2 - (length / 2) ** 2);
  const steps = Math.max(1, Math.ceil(length / routeStepMiles));
  const points = Array.from({ length: steps + 1 }, (_, step) => pointBetween(center, end, step / steps));
  const cells = new Set(points.flatMap((point) => cellsNear(point.latitude, point.longitude, halfWidth + routeStepMiles / 2)));
  return [...cells].filter((cell) => {
    const middle = cellCenter(cell);
    return isNearUs(middle) && milesFrom({ center, end }, middle) <= miles + 2 * cellRadiusMiles;
  });
}

/** More than half of the longest diagonal of a cell. */
const cellRadiusMiles = 25;

/** South, north, west and east of the contiguous states, Alaska and Hawaii, with room for a cell. */
const usBounds: readonly (readonly [number, number, number, number])[] = [
  [24, 50, -125.5, -66],
  [51, 72, -180, -129],
  [18, 23, -161, -154],
];
const isNearUs = ({ latitude, longitude }: Point) =>
  usBounds.some(([south, north, west, east]) => latitude >= south && latitude <= north && longitude >= west && longitude <= east);

/** The point at a share of the way between two places. */
function pointBetween(from: Point, to: Point, share: number): Point {
  const [a, b] = [toVector(from), toVector(to)];
  const angle = milesBetween(from, to) / earthRadiusMiles;
  if (angle === 0) return from;
  const [weightA, weightB] = [Math.sin((1 - share) * angle), Math.sin(share * angle)];
  const [x, y, z] = [weightA * a.x + weightB * b.x, weightA * a.y + weightB * b.y, weightA * a.z + weightB * b.z];
  return { latitude: toDegrees(Math.atan2(z, Math.hypot(x, y))), longitude: toDegrees(Math.atan2(y, x)) };
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
const toDegrees = (radians: number) => (radians * 180) / Math.PI;

function toVector({ latitude, longitude }: Point): { x: number; y: number; z: number } {
  const [phi, lambda] = [toRadians(latitude), toRadians(longitude)];
  return { x: Math.cos(phi) * Math.cos(lambda), y: Math.cos(phi) * Math.sin(lambda), z: Math.sin(phi) };
}

/** The miles from the center, or those that the way gets longer. `milesTo` in `server/search/find-jobs.ts` is the same in SQL. */
export function milesFrom({ center, end }: Omit<Surroundings, 'miles'>, point: Point): number {
  const miles = milesBetween(center, point);
  return end ? Math.max(0, miles + milesBetween(point, end) - milesBetween(center, end)) : miles;
}

/** The great-circle distance in miles. */
export function milesBetween(a: Point, b: Point): number {
  const dLat = toRadians(b.latitude - a.latitude);
  const dLng = toRadians(b.longitude - a.longitude);
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * Math.sin(dLng / 2) ** 2;
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
