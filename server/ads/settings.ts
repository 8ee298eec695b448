import { adSettings } from '#drizzle/schema/ads.ts';
import { type AdSettings, defaultAdSettings } from '#shared/ads.ts';
import { audit } from '#server/audit.ts';
import { builtOnce } from '#server/db/built-once.ts';
import type { Database } from '#server/db/open.ts';
import type { ActingUser } from '#server/trpc.ts';

const { rotationSeconds, maxPerPage, membersEnabled, jobsEnabled } = adSettings;

const stored = builtOnce((db) =>
  db.select({ rotationSeconds, maxPerPage, membersEnabled, jobsEnabled }).from(adSettings).prepare('ad_settings'),
);

export async function readSettings(db: Database): Promise<AdSettings> {
  const [row] = await stored(db, 'all').execute();
  return row ?? defaultAdSettings;
}

/** Changes what is given; the first change writes the row. */
export async function updateSettings(db: Database, actor: ActingUser, changes: Partial<AdSettings>): Promise<AdSettings> {
  return db.transaction(async (tx) => {
    const before = await readSettings(tx);
    const after = { ...before, ...changes };
    const fields = (Object.keys(after) as (keyof AdSettings)[]).filter((field) => after[field] !== before[field]);
    if (fields.length === 0) return before;
    await tx.insert(adSettings).values(after).onConflictDoUpdate({ target: adSettings.id, set: after });
    await audit(tx, actor, { action: 'ad_settings.update', detail: { fields } });
    return after;
  });
}
