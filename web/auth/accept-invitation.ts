import { reloadMe } from '#web/me.ts';
import { queryClient } from '#web/query-client.ts';
import { refresh } from '#web/refresh.ts';
import { trpcClient } from '#web/trpc.ts';
import { signIn } from './sign-in.ts';

type Yes = {
  token: string;
  email: string;
  /** Null for who is signed in as the invited account. */
  password: string | null;
};

/** Says yes to a company's invitation with the account that somebody has; answers where to go on. */
export async function acceptInvitation({ token, email, password }: Yes): Promise<string> {
  if (password !== null) {
    const { redirect } = await signIn({ email, password, role: 'employer' });
    // A password that somebody else chose is changed first; the mail's link leads back.
    if (redirect === '/change-password') return redirect;
  }
  const { redirect } = await trpcClient.employees.accept.mutate({ token });
  // The token in use still names the roles of before.
  await refresh();
  queryClient.clear();
  await reloadMe();
  return redirect;
}
