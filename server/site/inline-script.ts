import { type Html, trustedHtml } from './html.ts';

/**
 * The text of an inline script that runs a function in the browser. The function must not use anything outside itself,
 * because only its own text is sent.
 */
export const toInlineScript = (run: () => void): string => `(${run.toString()})()`.replaceAll(/\n\s*/g, '\n');

export const toScriptElement = (script: string): Html => trustedHtml(`<script>${script}</script>`);
