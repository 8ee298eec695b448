import { type Flags, flagsOf } from '#shared/flags.ts';

/** The server writes its setting into the page (server/built-app.ts); the address counts as it was when the page was opened. */
function readFlags(): Flags {
  if (typeof document === 'undefined') return flagsOf('');
  const setting = document.querySelector<HTMLMetaElement>('meta[name="flags"]')?.content;
  return flagsOf(setting ?? '', new URLSearchParams(window.location.search));
}

/** What is switched on for this page, from its opening until it is left (`spec: access §9`). */
export const flags = readFlags();
