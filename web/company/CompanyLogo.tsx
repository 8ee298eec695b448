import { useState } from 'react';
import { Logo } from '#web/ui/Logo.tsx';
import styles from './CompanyLogo.module.css';

type Props = { name: string | null; src: string | null };

/** A company's logo; ours where it has none, or where it fails to load (`spec: access §2 Sidebar`). */
export function CompanyLogo({ name, src }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  if (!src || failed === src) return <Logo isCompact />;
  return <img className={styles.logo} src={src} alt={name ?? ''} onError={() => setFailed(src)} />;
}
