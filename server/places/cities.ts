import type { Sql } from 'postgres';
import { milesBetween } from './cells.ts';
import { type ListedPostalCode, parsePostalCodes, readPostalCodeFile } from './postal-code-file.ts';
import { cityKey } from './read-query.ts';

export type City = {
  key: string;
  state: string;
  name: string;
  latitude: number;
  longitude: number;
  postalCodeCount: number;
  zip: string;
};

const batchSize = 4000;

/** Increase it when `cityKey` changes, so that the keys are written again. */
const keyVersion = 2;

/**
 * Loads the built-in index of places in the fifty states and DC (GeoNames, CC BY 4.0). Does nothing if this version of the
 * data is already loaded. Returns the number of ZIP codes that were written.
 */
export async function seedPlaces(sql: Sql): Promise<number> {
  const text = readPostalCodeFile();
  const version = `geonames:${keyVersion}:${text.length}`;
  const [loadedVersion] = await sql`select 1 from installation where key = 'places' and value = ${version}`;
  if (loadedVersion) return 0;
  const postalCodes = parsePostalCodes(text);
  const cities = citiesOf(postalCodes);
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(72420002)`;
    await tx`delete from postal_codes`;
    await tx`delete from cities`;
    for (const batch of batches(postalCodes)) {
      await tx`insert into postal_codes (zip, city, state, latitude, longitude)
        select * from unnest(${batch.map((row) => row.zip)}::text[], ${batch.map((row) => row.city)}::text[], ${batch.map((row) => row.state)}::text[],
          ${batch.map((row) => row.latitude)}::float8[], ${batch.map((row) => row.longitude)}::float8[])`;
    }
    for (const batch of batches(cities)) {
      await tx`insert into cities (key, state, name, latitude, longitude, postal_code_count, zip)
        select * from unnest(${batch.map((row) => row.key)}::text[], ${batch.map((row) => row.state)}::text[], ${batch.map((row) => row.name)}::text[],
          ${batch.map((row) => row.latitude)}::float8[], ${batch.map((row) => row.longitude)}::float8[],
          ${batch.map((row) => row.postalCodeCount)}::int[], ${batch.map((row) => row.zip)}::text[])`;
    }
    await tx`insert into installation (key, value) values ('places', ${version}) on conflict (key) do update set value = excluded.value`;
  });
  await sql`analyze postal_codes, cities`;
  return postalCodes.length;
}

function citiesOf(postalCodes: ListedPostalCode[]): City[] {
  const groups = Map.groupBy(postalCodes, (row) => `${cityKey(row.city)}\t${row.state}`);
  return [...groups.values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const center = { latitude: mean(rows.map((row) => row.latitude)), longitude: mean(rows.map((row) => row.longitude)) };
    const nearest = rows.reduce((best, row) => (milesBetween(center, row) < milesBetween(center, best) ? row : best), first);
    return [
      {
        key: cityKey(first.city),
        state: first.state,
        name: first.city,
        ...center,
        postalCodeCount: rows.length,
        zip: nearest.zip,
      },
    ];
  });
}

const mean = (values: number[]) => Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10_000) / 10_000;

function batches<Row>(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) =>
    rows.slice(index * batchSize, (index + 1) * batchSize),
  );
}
