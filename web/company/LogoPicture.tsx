import { Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { largeLogo, smallLogo, smallLogoOf } from '#shared/companies/logo.ts';
import { Logo } from '#web/ui/Logo.tsx';
import classes from './LogoPicture.module.css';
import { t } from '#web/texts/app.ts';

type LogoPictureProps = {
  url: string;
  /** The company's name, as alternative text. */
  alt: string;
};

/** A company's logo in both sizes. If it fails to load, our own logo. */
export function LogoPicture({ url, alt }: LogoPictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const isFailed = failed === url;
  if (!url || isFailed)
    return (
      <div className={classes.large} data-empty>
        {isFailed && url ? (
          <Logo />
        ) : (
          <Text c="dimmed" size="xs">
            {t('company.noLogoYet')}
          </Text>
        )}
      </div>
    );
  return (
    <Group gap="md" align="flex-end" w="100%">
      <Size label={t('company.onYourJobPages')}>
        <img
          className={classes.large}
          src={url}
          alt={alt}
          width={largeLogo.width}
          height={largeLogo.height}
          onError={() => setFailed(url)}
        />
      </Size>
      <Size label={t('company.onPhones')}>
        <img className={classes.small} src={smallLogoOf(url)} alt="" width={smallLogo.width} height={smallLogo.height} />
      </Size>
    </Group>
  );
}

function Size({ label, children }: { label: string; children: ReactNode }) {
  return (
    <figure className={classes.size}>
      {children}
      <Text component="figcaption" size="xs" c="dimmed">
        {label}
      </Text>
    </figure>
  );
}
