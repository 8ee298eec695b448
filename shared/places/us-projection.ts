/**
 * The Albers projection of the outline map: the lower 48, with Alaska and Hawaii moved in next to them, on a 975 × 610
 * sheet. The constants are those of the prepared outlines in `us-atlas`.
 */
export const sheet = { width: 975, height: 610 } as const;
const scale = 1300;
const middle = { x: 487.5, y: 305 };
const radians = (degrees: number) => (degrees * Math.PI) / 180;

type Part = { parallels: [number, number]; rotate: number; center: [number, number]; factor: number; dx: number; dy: number };

const lower48: Part = { parallels: [29.5, 45.5], rotate: 96, center: [-0.6, 38.7], factor: 1, dx: 0, dy: 0 };
const alaska: Part = { parallels: [55, 65], rotate: 154, center: [-2, 58.5], factor: 0.35, dx: -0.307, dy: 0.201 };
const hawaii: Part = { parallels: [8, 18], rotate: 157, center: [-3, 19.9], factor: 1, dx: -0.205, dy: 0.212 };

function projector({ parallels, rotate, center, factor, dx, dy }: Part) {
  const [sin0, sin1] = parallels.map((degrees) => Math.sin(radians(degrees))) as [number, number];
  const n = (sin0 + sin1) / 2;
  const c = 1 + sin0 * (2 * n - sin0);
  const raw = (longitude: number, latitude: number): [number, number] => {
    const r = Math.sqrt(c - 2 * n * Math.sin(radians(latitude))) / n;
    const angle = n * radians(longitude);
    return [r * Math.sin(angle), Math.sqrt(c) / n - r * Math.cos(angle)];
  };
  const [centerX, centerY] = raw(...center);
  return (longitude: number, latitude: number) => {
    const [x, y] = raw(longitude + rotate, latitude);
    return { x: middle.x + scale * (dx + factor * (x - centerX)), y: middle.y + scale * (dy - factor * (y - centerY)) };
  };
}

const projections = { AK: projector(alaska), HI: projector(hawaii), other: projector(lower48) };

/** The position of a place on the sheet. */
export function projectPlace(
  state: string,
  { latitude, longitude }: { latitude: number; longitude: number },
): { x: number; y: number } {
  const project = state === 'AK' || state === 'HI' ? projections[state] : projections.other;
  return project(longitude, latitude);
}
