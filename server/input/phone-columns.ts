import { invalid } from '#server/errors.ts';
import { changePhone, type PhoneChange, type StoredPhone } from '#shared/phone.ts';
import { text } from '#shared/texts/texts.ts';

/**
 * The columns of a phone after a request (`docs/product/access.md#extensions`).
 * @throws invalid at the extension
 */
export function phoneColumns(change: PhoneChange, before: StoredPhone = noPhone, field = 'phoneExtension'): StoredPhone {
  const changed = changePhone(before, change);
  if ('problem' in changed) throw invalid(field, text(changed.problem));
  return changed;
}

const noPhone: StoredPhone = { phone: null, phoneExtension: null };
