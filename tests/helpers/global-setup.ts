import { rmSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/db/open.ts';
import { seedPlaces } from '#server/places/cities.ts';
import { buildPublicPages } from '#web/public-pages/build.ts';
import { startCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of the template database. Null for the embedded engine, whose template is a folder. */
    server: string | null;
    templateFolder: string | null;
  }
}

export const templateDatabase = 'haulboard_template';

/**
 * Builds the scripts and styles of the public pages, which takes half a second, and creates a migrated template database with the place index. Each test file clones it. The embedded engine is used with
 * `TEST_ENGINE=embedded` or if no PostgreSQL server is installed.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildPublicPages();
  if (process.env['TEST_ENGINE'] !== 'embedded') {
    const databaseUrl = process.env['TEST_DATABASE_URL'];
    const cluster = databaseUrl ? null : await startCluster();
    const url = databaseUrl?.replace(/\/[^/]*$/, '') ?? cluster?.url;
    if (url) {
      await makeTemplate(url);
      project.provide('server', url);
      project.provide('templateFolder', null);
      return async () => cluster?.stop();
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'haulboard-template-'));
  const template = await openDatabase({ dataDir: folder, durable: false });
  await seedPlaces(template.sql);
  await template.close();
  project.provide('server', null);
  project.provide('templateFolder', folder);
  return async () => rmSync(folder, { recursive: true, force: true });
}

async function makeTemplate(url: string): Promise<void> {
  const sql = postgres(`${url}/postgres`, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`drop database if exists ${templateDatabase}`);
  await sql.unsafe(`create database ${templateDatabase}`);
  await sql.end();
  const template = await openDatabase({ url: `${url}/${templateDatabase}`, dataDir: tmpdir() });
  await seedPlaces(template.sql);
  await template.close();
}
