import { Text } from '@mantine/core';
import { useState } from 'react';
import { Logo } from '#web/ui/Logo.tsx';
import classes from './LogoPicture.module.css';

type Props = {
  url: string;
  /** Says whose logo it is. */
  alt: string;
};

/** A company's logo in its own ratio; ours where it fails to load (`spec: work §2`). */
export function LogoPicture({ url, alt }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  const isFailed = failed === url;
  return (
    <div className={classes.frame} data-empty={!url || isFailed || undefined}>
      {!url ? (
        <Text c="dimmed" size="xs">
          No logo yet
        </Text>
      ) : isFailed ? (
        <Logo />
      ) : (
        <img className={classes.picture} src={url} alt={alt} onError={() => setFailed(url)} />
      )}
    </div>
  );
}
