import { AppError } from '#server/errors.ts';

/**
 * What waits for a verified email address of one's own: with an account that nobody can be reached at, anybody could post
 * jobs in public and make accounts on other people's addresses.
 */
const messages = {
  post: 'Verify your email to post jobs. We can resend the link.',
  add_people: 'Verify your email to add people. We can resend the link.',
  create_company: 'Verify your email to create another company. We can resend the link.',
} as const;

/** @throws email_unverified */
export function assertEmailVerified({ isEmailVerified }: { isEmailVerified: boolean }, purpose: keyof typeof messages): void {
  if (!isEmailVerified) throw new AppError('email_unverified', messages[purpose]);
}
