import { z } from 'zod';

/** A place of the built-in index; the id carries it whole, so that nothing needs to be kept between two calls. */
export type IndexPlace = { street: string | null; cityKey: string; state: string; zip: string | null };

const schema = z.tuple([
  z.string().max(200).nullable(),
  z.string().max(100),
  z.string().length(2),
  z.string().length(5).nullable(),
]);

export function writePlaceId({ street, cityKey, state, zip }: IndexPlace): string {
  return `us.${Buffer.from(JSON.stringify([street, cityKey, state, zip])).toString('base64url')}`;
}

export function readPlaceId(id: string): IndexPlace | null {
  if (!id.startsWith('us.')) return null;
  try {
    const [street, cityKey, state, zip] = schema.parse(JSON.parse(Buffer.from(id.slice(3), 'base64url').toString('utf8')));
    return { street, cityKey, state, zip };
  } catch {
    return null;
  }
}
