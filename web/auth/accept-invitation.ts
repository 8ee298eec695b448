import { reloadMe } from '#web/me.ts';
import { queryClient } from '#web/query-client.ts';
import { refresh } from '#web/refresh.ts';
import { trpcClient } from '#web/trpc.ts';
import { signIn } from './sign-in.ts';

type Yes = {
  token: string;
  email: string;
  /** Null if the invited account is already signed in. */
  password: string | null;
};

/** Accepts a company's invitation with an existing account and returns where to continue. */
export async function acceptInvitation({ token, email, password }: Yes): Promise<string> {
  if (password !== null) {
    const { redirect } = await signIn({ email, password, role: 'employer' });
    // A password that another person chose must be changed first. The emailed link leads back here.
    if (redirect === '/change-password') return redirect;
  }
  const { redirect } = await trpcClient.employees.accept.mutate({ token });
  // The current token still has the roles from before.
  await refresh();
  queryClient.clear();
  await reloadMe();
  return redirect;
}
