import { sql } from 'drizzle-orm';
import { doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** The built-in index of US postal codes. Data: GeoNames (CC BY 4.0), credited on the screens that use it. */
export const postalCodes = pgTable(
  'postal_codes',
  {
    zip: text().primaryKey(),
    city: text().notNull(),
    state: text().notNull(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
  },
  (t) => [index('postal_codes_zip_prefix_index').using('btree', t.zip.op('text_pattern_ops'))],
);

/** Cities of the index, each at the mean position of its postal codes. Cities with more postal codes rank higher. */
export const cities = pgTable(
  'cities',
  {
    /** The name in lowercase. Searches match its beginning. */
    key: text().notNull(),
    state: text().notNull(),
    name: text().notNull(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    postalCodeCount: integer().notNull(),
    /** The postal code nearest to the city's center. */
    zip: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.state] }),
    index('cities_key_prefix_index').using('btree', t.key.op('text_pattern_ops')),
    // Finds names with small spelling mistakes.
    index('cities_key_trgm_index').using('gin', sql`${t.key} gin_trgm_ops`),
  ],
);
