import type { SignInRole, LoginAnswer } from '#shared/accounts/auth.ts';
import { reloadMe } from '#web/me.ts';
import { queryClient } from '#web/query-client.ts';
import { startSession } from '#web/session.ts';
import { deviceId, termsAnswer } from './cookies.ts';
import { forgetHandedOverEmail } from './email-handover.ts';
import { forgetResetProof } from './reset-proof.ts';

type Credentials = { email: string; password: string; role: SignInRole; createRole?: boolean; hasAcceptedTerms?: boolean };

/** Signs in and starts this browser's session. The answer says where to continue. */
export async function signIn({
  email,
  password,
  role,
  createRole = false,
  hasAcceptedTerms,
}: Credentials): Promise<Pick<LoginAnswer, 'redirect'>> {
  const { trpcClient } = await import('#web/trpc.ts');
  const answer = await trpcClient.auth.login.mutate({
    email,
    password,
    role,
    createRole,
    deviceId: deviceId(),
    tnTermsAccepted: hasAcceptedTerms ?? termsAnswer() === true,
  });
  await begin(answer.accessToken);
  return answer;
}

/** Starts this browser's session with an access token, however it was obtained. */
export async function begin(accessToken: string): Promise<void> {
  queryClient.clear();
  startSession(accessToken);
  forgetHandedOverEmail();
  forgetResetProof();
  await reloadMe();
}
