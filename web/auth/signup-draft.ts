import type { SignupForm } from '#shared/auth.ts';

/** What was typed at sign-up survives a reload; passwords are never kept. */
export type SignupDraft = Omit<SignupForm, 'password' | 'confirmPassword'>;

const key = 'signupDraft';
const texts = ['email', 'confirmEmail', 'firstName', 'lastName', 'phone'] as const;

export function keepDraft({ password: _password, confirmPassword: _confirm, ...draft }: SignupForm): void {
  localStorage.setItem(key, JSON.stringify(draft));
}

export function readDraft(): SignupDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const given = kept as Record<string, unknown>;
    const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '');
    const [email = '', confirmEmail = '', firstName = '', lastName = '', phone = ''] = texts.map(text);
    return { email, confirmEmail, firstName, lastName, phone, acceptEmails: given['acceptEmails'] === true };
  } catch {
    return null;
  }
}

export function clearDraft(): void {
  localStorage.removeItem(key);
}
