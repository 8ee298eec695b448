import * as z from 'zod/mini';
import { addressSchema } from '#shared/addresses.ts';

/** What was entered before the company is made: it survives a reload and is forgotten with the company (`spec: work §4`). */
const infoDraft = z.object({
  companyName: z.string(),
  size: z.nullable(z.string()),
  email: z.string(),
  phone: z.string(),
  logo: z.object({ fileName: z.string(), url: z.string() }),
  /** The first step was finished. */
  isDone: z.boolean(),
});
const addressDraft = z.object({ address: z.nullable(addressSchema), street2: z.string(), postalCode: z.string() });

export type InfoDraft = z.infer<typeof infoDraft>;
export type AddressDraft = z.infer<typeof addressDraft>;

const schemas = { companyInfo: infoDraft, companyAddress: addressDraft };
type Drafts = { companyInfo: InfoDraft; companyAddress: AddressDraft };

/** One per account, so that nobody meets what somebody else typed on this computer. */
const keyOf = (name: keyof Drafts, userId: string) => `${name}Draft:${userId}`;

export function readDraft<Name extends keyof Drafts>(name: Name, userId: string): Drafts[Name] | null {
  const text = localStorage.getItem(keyOf(name, userId));
  if (text === null) return null;
  try {
    return schemas[name].parse(JSON.parse(text)) as Drafts[Name];
  } catch {
    return null;
  }
}

export function keepDraft<Name extends keyof Drafts>(name: Name, userId: string, draft: Drafts[Name]): void {
  localStorage.setItem(keyOf(name, userId), JSON.stringify(draft));
}

export function clearDrafts(userId: string): void {
  for (const name of ['companyInfo', 'companyAddress'] as const) localStorage.removeItem(keyOf(name, userId));
}
