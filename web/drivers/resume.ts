import { type DriverForm, driverFields } from '#shared/drivers/driver.ts';
import { proposalOfField, type Resume } from '#shared/drivers/resume.ts';
import { maxAttachmentBytes } from '#shared/messages/attachment.ts';
import { type Field, fieldText } from '#shared/resource.ts';
import { mb } from '#shared/uploads.ts';
import { sendForm, sendFormAsVisitor } from '#web/session/authorized-fetch.ts';
import { t, writeText } from '#web/texts/app.ts';
import type { Home } from './apply-draft.ts';
import { type NewContact, toHome } from './ProfileFields.tsx';

const toWireName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const proposalNames = [...new Set(Object.values(proposalOfField))].filter((name) => name !== null);

type WireProposal = { value: unknown; excerpt: string } | null;

/** Renames what the REST API answered. Only the place has names of its own inside. */
function fromWire(answer: Record<string, WireProposal>): Resume {
  const resume = Object.fromEntries(proposalNames.map((name) => [name, answer[toWireName(name)] ?? null])) as Resume;
  const place = answer['place']?.value as { city: string; state: string; postal_code: string | null } | undefined;
  if (!resume.place || !place) return resume;
  const { city, state, postal_code: postalCode } = place;
  return { ...resume, place: { value: { city, state, postalCode }, excerpt: resume.place.excerpt } };
}

/**
 * Sends a resume to be read. The server keeps nothing of it. `ticket` proves the email address of a visitor.
 * @throws Error with a message for the user
 */
export async function readResume(file: File, ticket: string | null): Promise<Resume> {
  // A phone does not have to send what the server would refuse.
  if (file.size > maxAttachmentBytes)
    throw new Error(t('errors.fileTooLarge', { what: 'file', megabytes: maxAttachmentBytes / mb }));
  const form = new FormData();
  if (ticket !== null) form.set('ticket', ticket);
  form.set('file', file);
  const answer = ticket === null ? sendForm('/member/resume', form) : sendFormAsVisitor('/auth/code/resume', form);
  return fromWire((await answer) as Record<string, WireProposal>);
}

/** An answer that a resume offers for the form. */
export type Proposal = {
  name: keyof Resume;
  label: string;
  /** The present answer as text. Null if the form has none. */
  current: string | null;
  proposed: string;
  /** The words of the file that it was read from. */
  excerpt: string;
} & ({ name: 'place'; home: Home } | { name: Exclude<keyof Resume, 'place'>; input: unknown });

type FormState = { values: DriverForm; newContact: NewContact | undefined };

/** The proposals that would change the form, in the order of the profile's fields. A phone number that a code proved stays. */
export function toProposals(resume: Resume, { values, newContact }: FormState): Proposal[] {
  const names = proposalNames.filter((name) => name !== 'phone' || newContact !== 'email');
  return names.flatMap((name): Proposal[] => {
    const proposal =
      name === 'place' ? toPlaceProposal(resume, values, newContact !== undefined) : toFieldProposal(resume, name, values);
    // An address in the place says more than the place.
    return proposal && !proposal.current?.endsWith(proposal.proposed) ? [proposal] : [];
  });
}

/** The form of a visitor has a ZIP code instead of an address. */
function toPlaceProposal({ place }: Resume, values: DriverForm, isNew: boolean): Proposal | null {
  const { city, state, postalCode } = place?.value ?? { city: null, state: null, postalCode: null };
  const home = isNew
    ? postalCode && { description: postalCode, street1: null, city: null, state: null, postalCode }
    : toHome({ street1: null, city, state, postalCode });
  if (!place || !home) return null;
  const label = isNew ? t('common.zipCode') : t('common.location');
  return { name: 'place', label, current: values.home || null, proposed: home.description, excerpt: place.excerpt, home };
}

function toFieldProposal(resume: Resume, name: Exclude<keyof Resume, 'place'>, values: DriverForm): Proposal | null {
  const found = resume[name];
  if (!found) return null;
  const field: Field = driverFields[name];
  const present = values[name];
  // A list keeps what the driver has chosen.
  const value = Array.isArray(found.value) && Array.isArray(present) ? [...new Set([...present, ...found.value])] : found.value;
  const input = field.toInput ? (field.toInput as (answer: unknown) => unknown)(value) : value;
  const textOf = (shown: unknown) => {
    if (name === 'phone') return String(shown) || null;
    return fieldText(field, field.toRequest ? (field.toRequest as (shown: unknown) => unknown)(shown) : shown, writeText);
  };
  const proposed = textOf(input);
  return proposed === null
    ? null
    : { name, label: writeText(field.label), current: textOf(present), proposed, excerpt: found.excerpt, input };
}
