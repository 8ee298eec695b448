import type { Entrance, LoginAnswer } from '#shared/auth.ts';
import { reloadMe } from '#web/me.ts';
import { startSession } from '#web/session.ts';
import { queryClient, trpcClient } from '#web/trpc.ts';
import { deviceId } from './device.ts';
import { forgetHandedOverEmail } from './email-handover.ts';
import { termsAnswer } from './terms-cookie.ts';

type Credentials = { email: string; password: string; role: Entrance; createRole?: boolean; hasAcceptedTerms?: boolean };

/** Signs in and starts this browser's session; the answer says where to go on. */
export async function signIn({
  email,
  password,
  role,
  createRole = false,
  hasAcceptedTerms,
}: Credentials): Promise<Pick<LoginAnswer, 'redirect'>> {
  const answer = await trpcClient.auth.login.mutate({
    email,
    password,
    role,
    createRole,
    deviceId: deviceId(),
    tnTermsAccepted: hasAcceptedTerms ?? termsAnswer() === true,
  });
  queryClient.clear();
  startSession(answer.accessToken);
  forgetHandedOverEmail();
  await reloadMe();
  return answer;
}
