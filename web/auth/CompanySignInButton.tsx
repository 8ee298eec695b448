import { IconBuilding } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { t } from '#web/texts/start.ts';
import { SignInOptionButton } from './SignInOptionButton.tsx';

type Props = { onChoose: (email: string) => Promise<unknown> };

/** Opens a field for the work email. Its form is loaded only then, because it needs what the portals share. */
export function CompanySignInButton({ onChoose }: Props) {
  const [Form, setForm] = useState<ComponentType<Props> | null>(null);
  if (Form) return <Form onChoose={onChoose} />;
  const openForm = async () => {
    // Without a connection it loads nothing, because a browser does not try again to load a module that failed.
    if (!navigator.onLine) throw new Error(t('ui.noConnection'));
    const { CompanySignInForm } = await import('./CompanySignInForm.tsx');
    setForm(() => CompanySignInForm);
  };
  return <SignInOptionButton icon={IconBuilding} label={t('signIn.companySignIn')} onChoose={openForm} />;
}
