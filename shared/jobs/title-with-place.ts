import { cityState } from '#shared/format.ts';

type PlacedJob = { title: string; city: string | null; state: string | null };

const spaced = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** A job's title with its place. The city is not written again if the title names it. */
export function titleWithPlace({ title, city, state }: PlacedJob): string {
  if (!city || !spaced(title).includes(spaced(city))) return [title, cityState({ city, state })].filter(Boolean).join(', ');
  return spaced(title).endsWith(spaced(city)) && state ? `${title}, ${state}` : title;
}
