import { type Flags, flagsOf } from '#shared/flags.ts';

/**
 * The server writes its flags into the page (server/app-page/app-page.ts). Query parameters override them and are read once, when
 * the page opens.
 */
function readFlags(): Flags {
  if (typeof document === 'undefined') return flagsOf('');
  const setting = document.querySelector<HTMLMetaElement>('meta[name="flags"]')?.content;
  return flagsOf(setting ?? '', new URLSearchParams(window.location.search));
}

/** The feature flags of this page until it is closed (`docs/product/access.md#feature-flags`). */
export const flags = readFlags();
