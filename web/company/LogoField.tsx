import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { largeLogo, smallLogo, smallLogoOf } from '#shared/companies/logo.ts';
import { t } from '#web/texts/app.ts';
import { Logo } from '#web/ui/Logo.tsx';
import classes from './logo.module.css';
import type { Logo as CompanyLogo } from './queries.ts';

type LogoPictureProps = {
  url: string;
  /** The company's name, as alternative text. */
  alt: string;
};

/** Shows a company's logo in both sizes, or the Haulboard logo if it fails to load. */
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

const LogoDialog = lazy(async () => ({ default: (await import('./LogoDialog.tsx')).LogoDialog }));

type Props = {
  value: CompanyLogo;
  onChange: (logo: CompanyLogo) => void;
  label?: string;
  /** The company's name, as alternative text. */
  alt?: string;
};

const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const maxBytes = 20 * 1024 * 1024;

/** Checks a file before it is uploaded. The server checks its content. */
function fileError(file: File): string | null {
  if (!types.includes(file.type)) return t('errors.wrongImageType');
  return file.size > maxBytes ? t('company.logoTooLarge') : null;
}

/** Lets the user choose and position a logo, which the server stores in two sizes (`docs/product/companies.md#logo`). */
export function LogoField({ value, onChange, label = t('common.logo'), alt = t('company.yourLogo') }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (selectedFile: File | null) => {
    if (!selectedFile) return;
    const found = fileError(selectedFile);
    setProblem(found);
    setFile(found ? null : selectedFile);
  };
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={t('common.optionalImageHint')}
      error={problem}
      errorProps={{ role: 'alert' }}
    >
      <Group gap="sm" mt="xs">
        <LogoPicture url={value.url} alt={alt} />
        <FileButton accept={types.join(',')} onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconPhoto size={16} aria-hidden />}>
              {value.url ? t('company.changeLogo') : t('company.uploadLogo')}
            </Button>
          )}
        </FileButton>
        {value.url ? (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onChange({ fileName: '', url: '' })}
          >
            {t('common.remove')}
          </Button>
        ) : null}
      </Group>
      {file ? (
        <Suspense fallback={null}>
          <LogoDialog
            file={file}
            onClose={() => setFile(null)}
            onDone={(logo) => {
              setFile(null);
              onChange(logo);
            }}
          />
        </Suspense>
      ) : null}
    </Input.Wrapper>
  );
}
