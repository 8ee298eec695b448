import { codes, type HomeTime, homeTimes, type JobType, jobTypes } from './catalogues.ts';

/** More than there are home times. */
export const room = 16;

/** Job type and home time of a job as one number, by their places in the catalogues; 0 stands for what is in neither. */
export const typePlaces = codes(jobTypes).map((code, n) => [code, (n + 1) * room] as const);
export const homePlaces = codes(homeTimes).map((code, n) => [code, n + 1] as const);

const placesOf = <Code>(places: readonly (readonly [Code, number])[], wanted: readonly Code[] | undefined) =>
  wanted?.length
    ? places.filter(([code]) => wanted.includes(code)).map(([, place]) => place)
    : [0, ...places.map(([, place]) => place)];

/** The numbers of all jobs of these types with these home times; of what is not asked for, of all. */
export function facetsOf(types?: readonly JobType[], homes?: readonly HomeTime[]): number[] {
  const wanted = placesOf(homePlaces, homes);
  return placesOf(typePlaces, types).flatMap((type) => wanted.map((home) => type + home));
}
