import { readFile } from 'node:fs/promises';
import type { Database } from '#server/db/open.ts';
import { countHit, toAddressKey } from '#server/limits/throttle.ts';
import { readDocumentText } from '#server/media/document-text.ts';
import { assertSize, type Upload } from '#server/media/upload.ts';
import type { VirusScanner } from '#server/media/virus-scanner.ts';
import { findZipProblem } from '#server/places/check-address.ts';
import { findCity } from '#server/places/find-cities.ts';
import { findZip } from '#server/places/index-geocoder.ts';
import type { Services } from '#server/services.ts';
import type { Resume } from '#shared/drivers/resume.ts';
import { maxAttachmentBytes } from '#shared/messages/attachment.ts';
import { readResumeFacts } from './resume-facts.ts';
import type { Found } from './resume-lines.ts';
import type { PlaceCandidate } from './resume-person.ts';

const hour = 60 * 60;
const resumesPerPerson = { maxHits: 20, windowSeconds: hour };
const resumesPerAddress = { maxHits: 100, windowSeconds: hour };

/** Who sends the file: a driver's id or the hash of a visitor's ticket, and the network address. */
type Sender = { key: string; ip: string };

/**
 * Reads what a resume says about its driver (`docs/product/drivers.md#filling-in-from-a-resume`). It stores nothing: the file that the
 * request wrote to disk is deleted before its text is read, and the text is in memory only.
 * @throws AppError too_many, too_large; wrong_media_type for another type of file or a virus; invalid for an unreadable file
 */
export async function takeResume({ db, scanner }: Services, file: Upload, { key, ip }: Sender): Promise<Resume> {
  await countHit(db, { bucket: 'resume', key }, resumesPerPerson);
  await countHit(db, { bucket: 'resume_address', key: toAddressKey(ip) }, resumesPerAddress);
  assertSize(file, maxAttachmentBytes, 'file');
  const content = await readFile(file.path);
  await file.discard();
  const text = await readCleanText(scanner, content);
  const { places, ...facts } = readResumeFacts(text, new Date());
  return { ...facts, place: await findHome(db, places) };
}

async function readCleanText(scanner: VirusScanner | null, content: Buffer): Promise<string> {
  await scanner?.assertClean(toStream(content));
  return readDocumentText(content);
}

async function* toStream(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

type Home = { city: string | null; state: string | null; postalCode: string | null };

/** The one place that the candidates name and the list of places has. Null if they name two. */
async function findHome(db: Database, candidates: readonly Found<PlaceCandidate>[]): Promise<Found<Home> | null> {
  const homes: Found<Home>[] = [];
  for (const { value, excerpt } of candidates.slice(0, 5)) {
    const home = await findPlace(db, value);
    if (home) homes.push({ value: home, excerpt });
  }
  const cities = new Set(homes.map(({ value: { city, state } }) => `${city}, ${state}`));
  return cities.size === 1 ? (homes.find(({ value }) => value.postalCode) ?? homes[0] ?? null) : null;
}

/** The place of a candidate. A ZIP code that does not belong to the city makes it unclear which of them is right. */
async function findPlace(db: Database, { cities, state, postalCode }: PlaceCandidate): Promise<Home | null> {
  const listedZip = postalCode ? await findZip(db, postalCode) : null;
  if (postalCode && !listedZip) return null;
  if (!state) return listedZip && { city: listedZip.city, state: listedZip.state, postalCode };
  for (const name of cities) {
    const city = await findCity(db, name, state);
    if (city)
      return (await findZipProblem(db, { city: city.name, state, postalCode })) ? null : { city: city.name, state, postalCode };
  }
  // A suburb that the list does not name has a ZIP code of its own.
  return listedZip?.state === state ? { city: listedZip.city, state, postalCode } : null;
}
