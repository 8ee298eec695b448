import { milesBetween, type Point } from './cells.ts';

/** Between two parallels and two meridians. */
export type Box = { south: number; north: number; west: number; east: number };

const earthRadiusMiles = 3958.8;
const degrees = (radians: number) => (radians * 180) / Math.PI;
const radians = (angle: number) => (angle * Math.PI) / 180;

/** What rounding may take from an edge, in degrees: a hand's breadth. */
const hair = 1e-6;

const boxOf = ({ latitude, longitude }: Point, up: number, aside: number): Box => ({
  south: latitude - up,
  north: latitude + up,
  west: longitude - aside,
  east: longitude + aside,
});

/** The narrowest box that holds every place of a circle. */
export function boxAround(center: Point, miles: number): Box {
  const angle = miles / earthRadiusMiles;
  const widest = Math.sin(angle) / Math.cos(radians(center.latitude));
  const holdsPole = Math.abs(radians(center.latitude)) + angle >= Math.PI / 2;
  return boxOf(center, degrees(angle) + hair, holdsPole ? 360 : degrees(Math.asin(widest)) + hair);
}

/** A wide box whose every place lies in the circle: its corners do, and nothing in it is farther than they are. */
export function boxInside(center: Point, miles: number): Box {
  const angle = miles / earthRadiusMiles;
  const up = degrees(angle) * Math.SQRT1_2;
  const left = Math.sin(angle / 2) ** 2 - Math.sin(radians(up) / 2) ** 2;
  const reach = (latitude: number) =>
    degrees(2 * Math.asin(Math.sqrt(left / (Math.cos(radians(center.latitude)) * Math.cos(radians(latitude))))));
  const box = boxOf(center, up, Math.min(reach(center.latitude - up), reach(center.latitude + up)) - hair);
  const isInside = (latitude: number) => milesBetween(center, { latitude, longitude: box.east }) <= miles;
  return isInside(box.south) && isInside(box.north) ? box : boxOf(center, 0, 0);
}
