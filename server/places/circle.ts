import { earthRadiusMiles, type Point } from './cells.ts';

/** Between two parallels and two meridians. */
export type Box = { south: number; north: number; west: number; east: number };

const degrees = (radians: number) => (radians * 180) / Math.PI;
const radians = (angle: number) => (angle * Math.PI) / 180;

/** The largest rounding error of an edge, in degrees: about four inches. */
const roundingError = 1e-6;

/** The narrowest box that holds every place of a circle. */
export function boxAround(center: Point, miles: number): Box {
  const angle = miles / earthRadiusMiles;
  const widest = Math.sin(angle) / Math.cos(radians(center.latitude));
  const holdsPole = Math.abs(radians(center.latitude)) + angle >= Math.PI / 2;
  const up = degrees(angle) + roundingError;
  const aside = holdsPole ? 360 : degrees(Math.asin(widest)) + roundingError;
  const { latitude, longitude } = center;
  return { south: latitude - up, north: latitude + up, west: longitude - aside, east: longitude + aside };
}
