import { IconMail } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { t } from '#web/texts/start.ts';
import { SignInOptionButton } from './SignInOptionButton.tsx';

type Props = { next: string | undefined; onSignedIn: (redirect: string) => void };

/** Signs in with a code by email. Its form is loaded only when it is chosen, because it needs what the portals share. */
export function CodeButton(props: Props) {
  const [Form, setForm] = useState<ComponentType<Props> | null>(null);
  if (Form) return <Form {...props} />;
  const openForm = async () => {
    // Without a connection it loads nothing, because a browser does not try again to load a module that failed.
    if (!navigator.onLine) throw new Error(t('ui.noConnection'));
    const { CodeSignIn } = await import('./CodeSignIn.tsx');
    setForm(() => CodeSignIn);
  };
  return <SignInOptionButton icon={IconMail} label={t('signIn.sendMeACode')} onChoose={openForm} />;
}
