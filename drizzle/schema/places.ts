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

/** Cities of the index: the mean place of their postal codes, and how many there are (bigger cities come first). */
export const cities = pgTable(
  'cities',
  {
    /** Lower-case name, the key that prefixes are matched on. */
    key: text().notNull(),
    state: text().notNull(),
    name: text().notNull(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    postalCodeCount: integer().notNull(),
    /** One of its postal codes, nearest to the middle. */
    zip: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.state] }),
    index('cities_key_prefix_index').using('btree', t.key.op('text_pattern_ops')),
    // Names that are spelled almost as typed.
    index('cities_key_trgm_index').using('gin', sql`${t.key} gin_trgm_ops`),
  ],
);
