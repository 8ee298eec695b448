import { cityState } from '#shared/format.ts';
import { usStates } from '#shared/places/states.ts';

type PlacedJob = { title: string; city: string | null; state: string | null };

const spaced = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/**
 * A job's title with its place. The city is not written again if the title ends with it, or has it directly before its state.
 * Anywhere else the word may mean something else, such as "Mobile crane driver" in Mobile.
 */
export function titleWithPlace({ title, city, state }: PlacedJob): string {
  const words = spaced(title);
  if (city && words.endsWith(spaced(city))) return [title, state].filter(Boolean).join(', ');
  const stateNames = city && state ? [state, usStates[state]] : [];
  const isNamed = stateNames.some((name) => name && words.includes(spaced(`${city} ${name}`)));
  return isNamed ? title : [title, cityState({ city, state })].filter(Boolean).join(', ');
}
