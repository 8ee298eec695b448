import { useState } from 'react';
import { largeLogo, logoSources, smallLogo } from '#shared/companies/logo.ts';
import { Logo } from './Logo.tsx';
import styles from './ui.module.css';

/** The widths from the style sheet. The browser uses them to choose one of the image files. */
const widths = { small: `${smallLogo.width}px`, medium: `(max-width: 47.99em) ${smallLogo.width}px, 103px` } as const;

type Props = {
  src: string;
  /** `medium` is small on phones. */
  size: keyof typeof widths;
};

/** A company's logo next to the company's name. If it fails to load, the product's logo is shown instead. */
export function CompanyLogo({ src, size }: Props) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  if (failedSrc === src) return <Logo isCompact />;
  return (
    <img
      className={styles.logo}
      data-size={size}
      src={src}
      srcSet={logoSources(src)}
      sizes={widths[size]}
      width={largeLogo.width}
      height={largeLogo.height}
      alt=""
      onError={() => setFailedSrc(src)}
    />
  );
}
